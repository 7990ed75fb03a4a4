-- Mock sets of tools, and test cases of tools and workflows. Tools may be official ones, so they are no references.
CREATE TABLE mock_set (
  id bigint PRIMARY KEY,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  plugin_id bigint NOT NULL,
  tool_id text NOT NULL,
  subject jsonb NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX mock_set_tool ON mock_set (space_id, plugin_id, tool_id);
CREATE TABLE mock_rule (
  id bigint PRIMARY KEY,
  mock_set_id bigint NOT NULL REFERENCES mock_set ON DELETE CASCADE,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  priority integer NOT NULL DEFAULT 0,
  filter jsonb NOT NULL,
  answer text NOT NULL,
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX mock_rule_set ON mock_rule (mock_set_id, priority DESC, id);
CREATE TABLE mock_binding (
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  scene integer NOT NULL,
  caller_id text NOT NULL,
  plugin_id bigint NOT NULL,
  tool_id text NOT NULL,
  mock_set_id bigint NOT NULL REFERENCES mock_set ON DELETE CASCADE,
  subject jsonb NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (user_id, space_id, caller_id, plugin_id, tool_id)
);
CREATE TABLE mock_task (
  id bigint PRIMARY KEY,
  mock_set_id bigint NOT NULL REFERENCES mock_set ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  quantity integer NOT NULL,
  wish text NOT NULL DEFAULT '',
  status integer NOT NULL,
  choices jsonb NOT NULL,
  created_at bigint NOT NULL
);
CREATE TABLE test_case (
  id bigint PRIMARY KEY,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  component_type integer NOT NULL,
  component_id text NOT NULL,
  parent_id text NOT NULL DEFAULT '',
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  input text NOT NULL,
  is_default boolean NOT NULL DEFAULT false,
  created_by bigint NOT NULL,
  updated_by bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  CONSTRAINT test_case_name UNIQUE (space_id, component_type, component_id, name)
);
