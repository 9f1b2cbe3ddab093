-- What an edited question, cards, budgets and feedback need to know of a turn.
ALTER TABLE turns
    ADD COLUMN revision integer NOT NULL DEFAULT 0,   -- how often the question was edited and asked anew
    ADD COLUMN cards    jsonb   NOT NULL DEFAULT '[]',
    ADD COLUMN tokens   integer NOT NULL DEFAULT 0;
CREATE INDEX turns_by_asker ON turns (asker_id, created_at);
CREATE INDEX turns_by_day ON turns (created_at);  -- what daily limits count

-- Messages beside the answer's text that belong to a turn: its cards.
CREATE TABLE view_messages (
    turn    text    NOT NULL REFERENCES turns (id) ON DELETE CASCADE,
    number  integer NOT NULL,
    channel text    NOT NULL,
    message text    NOT NULL,
    PRIMARY KEY (turn, number)
);
CREATE INDEX view_messages_by_message ON view_messages (channel, message);

-- What a person said of a title, and in which conversation ('' for a command outside of any).
CREATE TABLE opinions (
    platform     text        NOT NULL,
    person       text        NOT NULL,
    title        text        NOT NULL,
    kind         text        NOT NULL CHECK (kind IN ('seen', 'watchlist', 'liked', 'disliked')),
    conversation text        NOT NULL DEFAULT '',
    ref          jsonb       NOT NULL,  -- the title as it was named then: a later catalogue may not have it
    said_at      timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (platform, person, title, kind, conversation)
);
CREATE INDEX opinions_by_person ON opinions (platform, person, said_at);

-- 👍 and 👎 under an answer. The run id of the turn is its trace id.
CREATE TABLE feedback (
    turn     text        NOT NULL REFERENCES turns (id) ON DELETE CASCADE,
    person   text        NOT NULL,
    verdict  smallint    NOT NULL CHECK (verdict IN (-1, 1)),
    comment  text        NOT NULL DEFAULT '',
    given_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (turn, person)
);
CREATE INDEX feedback_by_person ON feedback (person);
CREATE INDEX feedback_by_time ON feedback (given_at);

-- Choices of people and of servers; a key that is absent has its default.
CREATE TABLE people (
    platform text  NOT NULL,
    person   text  NOT NULL,
    choices  jsonb NOT NULL DEFAULT '{}',
    PRIMARY KEY (platform, person)
);
CREATE TABLE servers (
    platform  text  NOT NULL,
    workspace text  NOT NULL,
    choices   jsonb NOT NULL DEFAULT '{}',
    PRIMARY KEY (platform, workspace)
);
