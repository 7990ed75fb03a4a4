-- How a published thing is shown to visitors: as a page with a link, or as a widget on other sites.
CREATE TABLE share (
  resource_id bigint NOT NULL REFERENCES resource ON DELETE CASCADE,
  connector_id text NOT NULL,
  -- what the link holds; random, and replaced when the owner wants the old link to end
  key text NOT NULL UNIQUE,
  -- empty: nobody is asked
  password_hash text NOT NULL DEFAULT '',
  -- goes up with every change of the password: visits of an older one are asked again
  password_version integer NOT NULL DEFAULT 0,
  -- sites that may show the widget; none means any
  origins text[] NOT NULL DEFAULT '{}',
  look jsonb NOT NULL DEFAULT '{}',
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (resource_id, connector_id)
);

-- Somebody without an account. Their conversations are those whose end_user is `visitor:` and this id.
CREATE TABLE share_visitor (
  id bigint PRIMARY KEY,
  resource_id bigint NOT NULL,
  connector_id text NOT NULL,
  token_hash text NOT NULL UNIQUE,
  password_version integer NOT NULL DEFAULT 0,
  created_at bigint NOT NULL,
  seen_at bigint NOT NULL,
  FOREIGN KEY (resource_id, connector_id) REFERENCES share ON DELETE CASCADE
);
CREATE INDEX share_visitor_seen ON share_visitor (seen_at);
