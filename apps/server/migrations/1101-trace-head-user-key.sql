-- The traces of one user among millions: programs name their users in user_key.
CREATE INDEX trace_head_user_key ON trace_head (space_id, user_key, started_at DESC) WHERE user_key <> '';
