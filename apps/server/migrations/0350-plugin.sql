-- Plugins: the head is a resource. Secrets are sealed and bound to the origin they were given for.
CREATE TABLE plugin (
  id bigint PRIMARY KEY REFERENCES resource ON DELETE CASCADE,
  plugin_type integer NOT NULL DEFAULT 1,
  creation_method integer NOT NULL DEFAULT 0,
  runtime text NOT NULL DEFAULT '',
  url text NOT NULL DEFAULT '',
  auth jsonb NOT NULL,
  secret text,
  common_params jsonb NOT NULL,
  fixed_ip boolean NOT NULL DEFAULT false,
  private_link_id bigint,
  edit_version integer NOT NULL DEFAULT 0,
  version_id bigint,
  version text NOT NULL DEFAULT '',
  privacy text,
  next_position integer NOT NULL DEFAULT 0
);
CREATE TABLE plugin_tool (
  id bigint PRIMARY KEY,
  plugin_id bigint NOT NULL REFERENCES plugin ON DELETE CASCADE,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  path text NOT NULL DEFAULT '',
  method integer NOT NULL DEFAULT 1,
  request jsonb NOT NULL,
  response jsonb NOT NULL,
  extend jsonb NOT NULL,
  disabled boolean NOT NULL DEFAULT false,
  function_name text NOT NULL DEFAULT '',
  code text NOT NULL DEFAULT '',
  example jsonb,
  debugged boolean NOT NULL DEFAULT false,
  card jsonb,
  position integer NOT NULL DEFAULT 0,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  CONSTRAINT plugin_tool_name UNIQUE (plugin_id, name)
);
CREATE TABLE plugin_version (
  id bigint PRIMARY KEY,
  plugin_id bigint NOT NULL REFERENCES plugin ON DELETE CASCADE,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  manifest jsonb NOT NULL,
  secret text,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  CONSTRAINT plugin_version_name UNIQUE (plugin_id, name)
);
CREATE TABLE plugin_lock (
  plugin_id bigint PRIMARY KEY REFERENCES plugin ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  until bigint NOT NULL
);
CREATE TABLE plugin_changelog (
  id bigint PRIMARY KEY,
  plugin_id bigint NOT NULL REFERENCES plugin ON DELETE CASCADE,
  user_id bigint NOT NULL,
  operation text NOT NULL,
  at bigint NOT NULL
);
CREATE INDEX plugin_changelog_plugin ON plugin_changelog (plugin_id, id DESC);
CREATE TABLE plugin_mute (
  plugin_id bigint NOT NULL REFERENCES plugin ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  edit_version integer NOT NULL,
  PRIMARY KEY (plugin_id, user_id)
);
-- What one person has allowed one plugin: tokens are sealed, and only good for the origin they were got for.
CREATE TABLE plugin_grant (
  plugin_id bigint NOT NULL REFERENCES plugin ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  origin text NOT NULL,
  tokens text NOT NULL,
  expires_at bigint,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (plugin_id, user_id)
);
CREATE TABLE plugin_grant_request (
  state_hash text PRIMARY KEY,
  plugin_id bigint NOT NULL REFERENCES plugin ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  verifier text NOT NULL,
  expires_at bigint NOT NULL
);
-- What a bot, or a model node of a workflow, has set for a tool. The plugin may be an official one, so it is no reference.
CREATE TABLE plugin_use (
  referrer_id bigint NOT NULL REFERENCES resource ON DELETE CASCADE,
  node_id text NOT NULL DEFAULT '',
  plugin_id bigint NOT NULL,
  tool text NOT NULL,
  request jsonb NOT NULL,
  response jsonb NOT NULL,
  style jsonb NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (referrer_id, node_id, plugin_id, tool)
);
CREATE TABLE plugin_async (
  bot_id bigint NOT NULL REFERENCES resource ON DELETE CASCADE,
  connector_id text NOT NULL DEFAULT '',
  plugin_id bigint NOT NULL,
  tool text NOT NULL DEFAULT '',
  enabled boolean NOT NULL,
  message text NOT NULL DEFAULT '',
  PRIMARY KEY (bot_id, connector_id, plugin_id, tool)
);
CREATE TABLE plugin_async_task (
  id bigint PRIMARY KEY,
  bot_id bigint NOT NULL REFERENCES resource ON DELETE CASCADE,
  connector_id text NOT NULL DEFAULT '',
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  plugin_id bigint NOT NULL,
  version text NOT NULL DEFAULT '',
  tool text NOT NULL,
  args jsonb NOT NULL,
  is_draft boolean NOT NULL,
  status integer NOT NULL,
  result text NOT NULL DEFAULT '',
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX plugin_async_task_bot ON plugin_async_task (bot_id, user_id, id DESC);
CREATE TABLE plugin_feedback (
  id bigint PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  plugin_id bigint,
  kind integer NOT NULL,
  text text NOT NULL,
  at bigint NOT NULL
);
CREATE TABLE private_link (
  id bigint PRIMARY KEY,
  name text NOT NULL,
  endpoint_service_id text NOT NULL DEFAULT '',
  domain text NOT NULL DEFAULT '',
  access_url text NOT NULL,
  enterprise_id text NOT NULL DEFAULT '',
  status integer NOT NULL,
  created_by bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE TABLE card (
  id bigint PRIMARY KEY,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  name text NOT NULL,
  display_type integer NOT NULL,
  properties jsonb NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX card_space ON card (space_id, id DESC);
CREATE TABLE card_binding (
  bot_id bigint NOT NULL REFERENCES resource ON DELETE CASCADE,
  agent_id text NOT NULL DEFAULT '',
  biz_type integer NOT NULL,
  business_id bigint NOT NULL,
  unique_id text NOT NULL,
  card_id bigint NOT NULL,
  mapping_rule text NOT NULL DEFAULT '',
  max_rows integer NOT NULL,
  card_version text NOT NULL DEFAULT '',
  llm_text boolean NOT NULL,
  is_preset boolean NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (bot_id, agent_id, biz_type, business_id, unique_id)
);
CREATE TABLE resource_copy (
  id bigint PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  scene integer NOT NULL,
  resource_id bigint NOT NULL,
  res_type integer NOT NULL,
  name text NOT NULL,
  target_space_id bigint NOT NULL,
  target_project_id bigint,
  made_id bigint,
  status integer NOT NULL,
  reason text NOT NULL DEFAULT '',
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX resource_copy_open ON resource_copy (id) WHERE status = 2;
