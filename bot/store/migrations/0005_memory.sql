-- What a turn's texts are in fewer words, for the prompts of later turns. The texts themselves stay.
ALTER TABLE turns
    ADD COLUMN short_question text NOT NULL DEFAULT '',  -- '' where the question is short enough as it is
    ADD COLUMN short_answer   text NOT NULL DEFAULT '',
    ADD COLUMN summarised     text;                      -- the run whose answer needs no summary any more: made, or failed
CREATE INDEX turns_to_summarise ON turns (finished_at)
    WHERE state = 'done' AND tokens > 0 AND summarised IS DISTINCT FROM run_id;
