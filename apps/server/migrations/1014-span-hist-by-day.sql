-- Histograms by day (step 86400): a month is added up from them. Those that are there are added up once, here.
INSERT INTO span_hist (space_id, step, at, object_kind, object_key, model, scene, measure, bucket, n)
SELECT space_id, 86400, at / 86400 * 86400, object_kind, object_key, model, scene, measure, bucket, sum(n)
FROM span_hist WHERE step = 3600 GROUP BY space_id, at / 86400 * 86400, object_kind, object_key, model, scene, measure, bucket
ON CONFLICT DO NOTHING;
-- What failed is a small part of what ran.
CREATE INDEX trace_head_failed ON trace_head (space_id, started_at DESC) WHERE status = 2;
