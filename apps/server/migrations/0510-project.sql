-- What a project was at some time: published (0) or kept (1). The content never changes once it is there.
CREATE TABLE project_version (
  id bigint PRIMARY KEY,
  project_id bigint NOT NULL REFERENCES resource ON DELETE CASCADE,
  kind smallint NOT NULL,
  version text NOT NULL,
  description text NOT NULL DEFAULT '',
  status smallint NOT NULL,
  problem text NOT NULL DEFAULT '',
  failed jsonb NOT NULL DEFAULT '[]',
  items jsonb,
  connectors jsonb NOT NULL DEFAULT '{}',
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  CONSTRAINT project_version_name UNIQUE (project_id, kind, version)
);
CREATE INDEX project_version_list ON project_version (project_id, id DESC);
CREATE INDEX project_version_open ON project_version (id) WHERE status IN (0, 4);

-- What each channel serves of a project.
CREATE TABLE project_connector (
  project_id bigint NOT NULL REFERENCES resource ON DELETE CASCADE,
  connector_id text NOT NULL,
  version_id bigint NOT NULL REFERENCES project_version ON DELETE CASCADE,
  workflows jsonb NOT NULL,
  published_at bigint NOT NULL,
  PRIMARY KEY (project_id, connector_id)
);

-- Long work on a project: copies, archives, roll backs. `made` says which copy stands for which, so that a second try begins clean.
CREATE TABLE project_task (
  id bigint PRIMARY KEY,
  type smallint NOT NULL,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  project_id bigint NOT NULL,
  made_id bigint,
  space_id bigint NOT NULL,
  version_id bigint,
  name text NOT NULL DEFAULT '',
  made jsonb NOT NULL DEFAULT '{}',
  status smallint NOT NULL,
  reason text NOT NULL DEFAULT '',
  retries smallint NOT NULL DEFAULT 0,
  lease_until bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX project_task_open ON project_task (id) WHERE status = 2;
CREATE INDEX project_task_project ON project_task (project_id);
CREATE INDEX project_task_made ON project_task (made_id);
