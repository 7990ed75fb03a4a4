-- Ids that a text mentions, e.g. a canvas or the settings of a bot. What uses a resource is looked up among those that mention it.
CREATE FUNCTION mentioned_ids(content text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT found[1]), '{}') FROM regexp_matches(content, '[0-9]{12,20}', 'g') found
$$;
CREATE INDEX bot_mentions ON bot USING gin (mentioned_ids(config::text));
CREATE INDEX bot_history_mentions ON bot_history USING gin (mentioned_ids(config::text)) WHERE kind = 2;
CREATE INDEX workflow_mentions ON workflow USING gin (mentioned_ids(schema));
CREATE INDEX workflow_commit_mentions ON workflow_commit USING gin (mentioned_ids(schema)) WHERE type = 2;
