-- MCP servers of a space; the head is a resource. Values of static headers and parameters are in the sealed text.
CREATE TABLE mcp_server (
  id bigint PRIMARY KEY REFERENCES resource ON DELETE CASCADE,
  source_type text NOT NULL DEFAULT 'custom',
  labels jsonb NOT NULL,
  publish_supported boolean NOT NULL DEFAULT false,
  page_url text NOT NULL DEFAULT '',
  status integer NOT NULL DEFAULT 1
);
CREATE TABLE mcp_access_point (
  id bigint PRIMARY KEY,
  server_id bigint NOT NULL REFERENCES mcp_server ON DELETE CASCADE,
  env text NOT NULL DEFAULT '',
  lane text NOT NULL DEFAULT '',
  transport text NOT NULL,
  url text NOT NULL,
  psm text NOT NULL DEFAULT '',
  config jsonb NOT NULL,
  secret text NOT NULL,
  tools jsonb NOT NULL,
  validation text NOT NULL DEFAULT '',
  message text NOT NULL DEFAULT '',
  validated_at bigint NOT NULL DEFAULT 0,
  status integer NOT NULL DEFAULT 1,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX mcp_access_point_server ON mcp_access_point (server_id, id);
