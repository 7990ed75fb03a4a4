-- Histograms by minute, hour and day lie apart. In one table the days, which a month is read from, were scattered among a hundred times
-- as many rows of minutes and hours. The rows of days change with every batch: room in their pages keeps the changed rows there.
ALTER TABLE span_hist RENAME TO span_hist_before;
ALTER TABLE span_hist_before RENAME CONSTRAINT span_hist_pkey TO span_hist_before_pkey;
CREATE TABLE span_hist (
  space_id bigint NOT NULL,
  step integer NOT NULL,
  at bigint NOT NULL,
  object_kind text NOT NULL,
  object_key text NOT NULL,
  model text NOT NULL,
  scene text NOT NULL,
  -- 1 duration of roots, 2 first token of roots, 3 duration of model calls, 4 first token of model calls
  measure smallint NOT NULL,
  bucket smallint NOT NULL,
  n bigint NOT NULL,
  PRIMARY KEY (space_id, step, at, object_kind, object_key, model, scene, measure, bucket)
) PARTITION BY LIST (step);
CREATE TABLE spans.span_hist_minute PARTITION OF span_hist FOR VALUES IN (60);
CREATE TABLE spans.span_hist_hour PARTITION OF span_hist FOR VALUES IN (3600);
CREATE TABLE spans.span_hist_day PARTITION OF span_hist FOR VALUES IN (86400) WITH (fillfactor = 70);
INSERT INTO span_hist SELECT space_id, step, at, object_kind, object_key, model, scene, measure, bucket, n FROM span_hist_before;
DROP TABLE span_hist_before;
