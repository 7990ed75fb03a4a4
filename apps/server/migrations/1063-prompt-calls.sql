-- Calls by version of a prompt are read by the guard and by the page that shows them; few steps name a prompt.
CREATE INDEX span_prompt ON span (space_id, prompt_key, started_at DESC) WHERE prompt_key <> '';
