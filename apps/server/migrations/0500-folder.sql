-- Folders are resources of their own; what lies in one is told here, not in the resource: a folder is a view, not a home.
CREATE TABLE folder (
  id bigint PRIMARY KEY REFERENCES resource ON DELETE CASCADE,
  type smallint NOT NULL,
  parent_id bigint REFERENCES folder ON DELETE SET NULL
);
CREATE INDEX folder_parent ON folder (parent_id);
CREATE TABLE folder_item (
  resource_id bigint PRIMARY KEY REFERENCES resource ON DELETE CASCADE,
  folder_id bigint NOT NULL REFERENCES folder ON DELETE CASCADE
);
CREATE INDEX folder_item_folder ON folder_item (folder_id);
