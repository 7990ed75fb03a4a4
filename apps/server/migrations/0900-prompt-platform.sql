-- Prompts of the library and prompts for programs are one kind: a key in its space, drafts of people, versions for all.
ALTER TABLE prompt_resource
  ADD COLUMN space_id bigint,
  ADD COLUMN prompt_key text,
  -- 1 completion, 2 chat, 3 messages, 4 segment
  ADD COLUMN prompt_type smallint NOT NULL DEFAULT 4,
  ADD COLUMN security_level smallint NOT NULL DEFAULT 3,
  -- the newest version; empty when nothing was committed
  ADD COLUMN latest text NOT NULL DEFAULT '',
  ADD COLUMN committed_at bigint NOT NULL DEFAULT 0;
UPDATE prompt_resource p SET space_id = r.space_id, prompt_key = 'library-' || p.id, latest = '0.0.1',
  security_level = 2, committed_at = r.updated_at
FROM resource r WHERE r.id = p.id;
ALTER TABLE prompt_resource ALTER COLUMN space_id SET NOT NULL, ALTER COLUMN prompt_key SET NOT NULL;
CREATE UNIQUE INDEX prompt_key_in_space ON prompt_resource (space_id, prompt_key);

-- A prompt that moves takes its key along, unless the other space has it.
CREATE FUNCTION prompt_follows_space() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.prompt_resource p SET space_id = NEW.space_id,
    prompt_key = CASE WHEN EXISTS (
      SELECT FROM public.prompt_resource o WHERE o.space_id = NEW.space_id AND o.prompt_key = p.prompt_key AND o.id <> p.id)
      THEN left(p.prompt_key, 78) || '-' || p.id ELSE p.prompt_key END
  WHERE p.id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER prompt_follows_space AFTER UPDATE OF space_id ON resource FOR EACH ROW
  WHEN (NEW.kind = 'prompt' AND OLD.space_id IS DISTINCT FROM NEW.space_id) EXECUTE FUNCTION prompt_follows_space();

CREATE TABLE prompt_version (
  prompt_id bigint NOT NULL REFERENCES prompt_resource ON DELETE CASCADE,
  version text NOT NULL,
  -- the numbers of the version, for its order
  place bigint[] NOT NULL,
  detail jsonb NOT NULL,
  base_version text NOT NULL DEFAULT '',
  note text NOT NULL DEFAULT '',
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (prompt_id, version)
);
CREATE UNIQUE INDEX prompt_version_order ON prompt_version (prompt_id, place);
INSERT INTO prompt_version (prompt_id, version, place, detail, created_by, created_at)
SELECT p.id, '0.0.1', '{0,0,1}', jsonb_build_object(
  'template_type', 'normal',
  'messages', jsonb_build_array(jsonb_build_object('message_type', 2, 'content', p.prompt_text)),
  'variables', '[]'::jsonb, 'tools', '[]'::jsonb, 'tool_choice', 1, 'model', '{}'::jsonb), r.edited_by, r.updated_at
FROM prompt_resource p JOIN resource r ON r.id = p.id;

CREATE TABLE prompt_draft (
  prompt_id bigint NOT NULL REFERENCES prompt_resource ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  detail jsonb NOT NULL,
  -- the version that it was made from
  base_version text NOT NULL DEFAULT '',
  -- grows with every save
  rev bigint NOT NULL,
  is_edited boolean NOT NULL DEFAULT false,
  saved_at bigint NOT NULL,
  PRIMARY KEY (prompt_id, user_id)
);

-- Which version a label points to.
CREATE TABLE prompt_pointer (
  prompt_id bigint NOT NULL REFERENCES prompt_resource ON DELETE CASCADE,
  name text NOT NULL,
  version text NOT NULL,
  set_by bigint NOT NULL,
  set_at bigint NOT NULL,
  PRIMARY KEY (prompt_id, name)
);

-- Which version is, or was, served in an environment, lane and label.
CREATE TABLE prompt_release (
  id bigint PRIMARY KEY,
  prompt_id bigint NOT NULL REFERENCES prompt_resource ON DELETE CASCADE,
  env smallint NOT NULL,
  lane text NOT NULL DEFAULT '',
  label text NOT NULL DEFAULT '',
  version text NOT NULL,
  pre_version text NOT NULL DEFAULT '',
  -- 1 online, 2 offline, 4 to a share of users
  status smallint NOT NULL,
  gray jsonb,
  released_by bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX prompt_release_of ON prompt_release (prompt_id, id DESC);
CREATE UNIQUE INDEX prompt_release_online ON prompt_release (prompt_id, env, lane, label) WHERE status = 1;
CREATE UNIQUE INDEX prompt_release_gray ON prompt_release (prompt_id, env, lane, label) WHERE status = 4;

-- How a space releases prompts.
CREATE TABLE prompt_space (
  space_id bigint PRIMARY KEY REFERENCES space ON DELETE CASCADE,
  approval boolean NOT NULL DEFAULT false,
  protected_labels text[] NOT NULL DEFAULT '{}'
);

-- A release in steps.
CREATE TABLE prompt_release_task (
  id bigint PRIMARY KEY,
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  -- the first of its prompts: rights are those on it
  prompt_id bigint NOT NULL REFERENCES prompt_resource ON DELETE CASCADE,
  items jsonb NOT NULL,
  env smallint NOT NULL,
  lane text NOT NULL DEFAULT '',
  label text NOT NULL DEFAULT '',
  config jsonb NOT NULL,
  comment text NOT NULL DEFAULT '',
  checks jsonb NOT NULL DEFAULT '[]',
  steps jsonb NOT NULL,
  step text NOT NULL,
  status smallint NOT NULL,
  released_by bigint NOT NULL,
  cancelled_by bigint,
  undone_by bigint,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX prompt_release_task_of_space ON prompt_release_task (space_id, id DESC);

-- Tries in the editor. What was asked is kept for the person who did; the trace has the rest.
CREATE TABLE prompt_debug (
  id bigint PRIMARY KEY,
  prompt_id bigint NOT NULL REFERENCES prompt_resource ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  trace_id text NOT NULL,
  version text NOT NULL DEFAULT '',
  model text NOT NULL DEFAULT '',
  brief text NOT NULL DEFAULT '',
  asked jsonb NOT NULL,
  item jsonb NOT NULL,
  code bigint NOT NULL DEFAULT 0,
  input_tokens integer NOT NULL DEFAULT 0,
  output_tokens integer NOT NULL DEFAULT 0,
  started_at bigint NOT NULL,
  ended_at bigint NOT NULL
);
CREATE INDEX prompt_debug_of ON prompt_debug (prompt_id, id DESC);

CREATE TABLE prompt_debug_context (
  prompt_id bigint NOT NULL REFERENCES prompt_resource ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  content jsonb NOT NULL,
  PRIMARY KEY (prompt_id, user_id)
);
