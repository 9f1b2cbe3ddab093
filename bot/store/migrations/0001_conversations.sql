-- One row for every platform message that we decided to handle. The event stays in the row until it is handled, so that a
-- process that dies in between loses nothing; afterwards only the key remains, which is what makes a second delivery harmless.
CREATE TABLE inbox (
    platform      text        NOT NULL,
    channel       text        NOT NULL,
    message       text        NOT NULL,
    event         jsonb,
    attempts      integer     NOT NULL DEFAULT 1,
    claimed_until timestamptz NOT NULL,
    received_at   timestamptz NOT NULL DEFAULT now(),
    handled_at    timestamptz,
    PRIMARY KEY (platform, channel, message)
);
CREATE INDEX inbox_unhandled ON inbox (claimed_until) WHERE handled_at IS NULL;

CREATE TABLE conversations (
    id         text        PRIMARY KEY,
    platform   text        NOT NULL,
    workspace  text        NOT NULL,
    channel    text        NOT NULL,
    thread     text        NOT NULL DEFAULT '',  -- '' where the channel itself is the conversation (direct messages)
    is_direct  boolean     NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (platform, workspace, channel, thread)
);

CREATE TABLE turns (
    id               text        PRIMARY KEY,
    conversation     text        NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    position         bigint      GENERATED ALWAYS AS IDENTITY,
    state            text        NOT NULL CHECK (state IN ('queued', 'running', 'done', 'stopped', 'failed')),
    urgent           boolean     NOT NULL DEFAULT false,  -- a mention goes before plain replies
    run_id           text        NOT NULL UNIQUE,
    asker_id         text        NOT NULL,
    asker_name       text        NOT NULL,
    question         text        NOT NULL,
    question_channel text        NOT NULL,
    question_message text        NOT NULL,
    answer           text        NOT NULL DEFAULT '',
    titles           jsonb       NOT NULL DEFAULT '[]',
    needs_reask      boolean     NOT NULL DEFAULT false,
    error_code       text,
    relay            text        NOT NULL DEFAULT '',     -- the process that shows the answer …
    relay_until      timestamptz NOT NULL DEFAULT now(),  -- … for as long as it keeps this lease
    created_at       timestamptz NOT NULL DEFAULT now(),
    finished_at      timestamptz
);
-- A turn is a row and "busy" is an index: no lock can be left behind.
CREATE UNIQUE INDEX turns_one_running ON turns (conversation) WHERE state = 'running';
CREATE UNIQUE INDEX turns_question ON turns (conversation, question_channel, question_message);
CREATE INDEX turns_by_conversation ON turns (conversation, position);
CREATE INDEX turns_by_question ON turns (question_channel, question_message);
CREATE INDEX turns_open ON turns (relay_until) WHERE state = 'running';

-- Which messages hold an answer, in order.
CREATE TABLE answer_messages (
    turn    text    NOT NULL REFERENCES turns (id) ON DELETE CASCADE,
    chunk   integer NOT NULL,
    channel text    NOT NULL,
    message text    NOT NULL,
    PRIMARY KEY (turn, chunk)
);
CREATE INDEX answer_messages_by_message ON answer_messages (channel, message);
