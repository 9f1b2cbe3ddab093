-- One row for each movie night: the session as a whole, and beside it what has to be found without reading it.
CREATE TABLE nights (
    id         text             PRIMARY KEY,
    platform   text             NOT NULL,
    workspace  text             NOT NULL,
    channel    text             NOT NULL,
    thread     text             NOT NULL DEFAULT '',
    is_direct  boolean          NOT NULL,
    host       text             NOT NULL,
    people     text[]           NOT NULL DEFAULT '{}',  -- whoever the session knows something of
    phase      text             NOT NULL,
    closes_at  double precision,                        -- seconds since the epoch; NULL while nothing stands open
    session    json,                                    -- not jsonb: the order of the members is kept; NULL once pruned
    version    integer          NOT NULL DEFAULT 1,
    shown      integer          NOT NULL DEFAULT 0,     -- the version that the messages show
    keeper     text             NOT NULL DEFAULT '',    -- the process that keeps the messages and follows the runs …
    kept_until timestamptz      NOT NULL DEFAULT now(), -- … for as long as it keeps this lease
    tokens     integer          NOT NULL DEFAULT 0,
    created_at timestamptz      NOT NULL DEFAULT now(),
    changed_at timestamptz      NOT NULL DEFAULT now(),
    ended_at   timestamptz,
    ending     text,
    duels      integer          NOT NULL DEFAULT 0,     -- how many had been shown when it ended
    film       json,                                    -- what was chosen, as it was named then
    least      text[]           NOT NULL DEFAULT '{}',  -- whoever got least out of it: leaned towards the next time
    asked_at   timestamptz                              -- when its people were asked how the film was
);
-- One running evening a thread; two in a channel have a thread each.
CREATE UNIQUE INDEX nights_one_running ON nights (platform, workspace, channel, thread) WHERE ended_at IS NULL;
CREATE INDEX nights_open ON nights (kept_until) WHERE ended_at IS NULL OR shown < version;
CREATE INDEX nights_by_channel ON nights (platform, workspace, channel, ended_at);
CREATE INDEX nights_to_ask ON nights (ended_at) WHERE film IS NOT NULL AND asked_at IS NULL;
CREATE INDEX nights_by_person ON nights USING gin (people);
CREATE INDEX nights_by_host ON nights (host, created_at);

-- The messages of an evening, one a round.
CREATE TABLE night_boards (
    night   text    NOT NULL REFERENCES nights (id) ON DELETE CASCADE,
    number  integer NOT NULL,
    channel text    NOT NULL DEFAULT '',
    message text    NOT NULL DEFAULT '',     -- '' after somebody deleted it
    copy    integer NOT NULL DEFAULT 0,      -- how often it had to be posted anew: that is no repetition
    closed  boolean NOT NULL DEFAULT false,  -- it shows how its round ended
    PRIMARY KEY (night, number)
);
CREATE INDEX night_boards_by_message ON night_boards (channel, message);

-- How the film was, said the next day.
CREATE TABLE night_verdicts (
    night    text        NOT NULL REFERENCES nights (id) ON DELETE CASCADE,
    person   text        NOT NULL,
    verdict  smallint    NOT NULL CHECK (verdict IN (-1, 1)),
    given_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (night, person)
);
CREATE INDEX night_verdicts_by_person ON night_verdicts (person);
