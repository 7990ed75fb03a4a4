-- Figures by day (step 86400), like the histograms: a month is added up from them. Those that are there are added up once, here.
INSERT INTO span_rollup (space_id, step, at, object_kind, object_key, object_version, kind, is_root, model, connector_id, scene, n, failed,
  stopped, sum_us, first_n, sum_first_us, input_tokens, output_tokens, cached_tokens, cost)
SELECT space_id, 86400, at / 86400 * 86400, object_kind, object_key, object_version, kind, is_root, model, connector_id, scene, sum(n),
  sum(failed), sum(stopped), sum(sum_us), sum(first_n), sum(sum_first_us), sum(input_tokens), sum(output_tokens), sum(cached_tokens),
  sum(cost)
FROM span_rollup WHERE step = 3600
GROUP BY space_id, at / 86400 * 86400, object_kind, object_key, object_version, kind, is_root, model, connector_id, scene
ON CONFLICT DO NOTHING;
