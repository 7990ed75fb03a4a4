-- Stores of a space that files of datasets are read from and written to.
CREATE TABLE dataset_storage (
  space_id bigint NOT NULL REFERENCES space ON DELETE CASCADE,
  -- s3, hdfs
  kind text NOT NULL,
  url text NOT NULL,
  -- of S3: region and bucket; of HDFS: the name of the user
  settings jsonb NOT NULL,
  -- everything is below it
  folder text NOT NULL DEFAULT '',
  sealed_key text NOT NULL DEFAULT '',
  created_by bigint NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (space_id, kind)
);
