-- Questions that are asked anew or taken back, what they refer to, and answers that are still growing when their messages age.
ALTER TABLE turns
    ADD COLUMN quoted    text        NOT NULL DEFAULT '',     -- what the question refers to, in somebody else's words
    ADD COLUMN asked_at  timestamptz NOT NULL DEFAULT now(),  -- when it was last asked: an edit asks anew
    ADD COLUMN withdrawn boolean     NOT NULL DEFAULT false;  -- its message is gone: the answer's messages go too
UPDATE turns SET asked_at = created_at;

ALTER TABLE answer_messages
    ADD COLUMN posted_at timestamptz NOT NULL DEFAULT now(),
    ADD COLUMN revision  integer     NOT NULL DEFAULT 0,  -- of the turn, when the message was posted
    ADD COLUMN ends      integer;                      -- where an aged message's share of the text ends, in characters

ALTER TABLE view_messages
    ADD COLUMN posted_at timestamptz NOT NULL DEFAULT now();
