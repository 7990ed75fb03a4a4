/** Adds later spans to the heads of turns and runs, whose own sums were written when they ended. */
export const addToHeads = `
  UPDATE trace_head h SET span_count = h.span_count + g.spans, failed_count = h.failed_count + g.failed,
    input_tokens = h.input_tokens + g.input, output_tokens = h.output_tokens + g.output, cost = h.cost + g.cost,
    models = CASE WHEN g.model = '' OR position(g.model IN h.models) > 0 THEN h.models
      ELSE left(concat_ws(', ', nullif(h.models, ''), g.model), 500) END
  FROM json_to_recordset($1) AS g (space_id bigint, trace_id text, spans int, failed int, input bigint, output bigint,
    cost double precision, model text)
  WHERE h.space_id = g.space_id AND h.trace_id = g.trace_id AND h.started_at BETWEEN $2 AND $3 AND h.source IN ('turn', 'run')
  RETURNING h.space_id, h.trace_id`

/**
 * Computes the heads of traces from all their spans. The earliest root span is the root. Without one, the earliest span
 * replaces it and the head has no root id, which marks the trace as incomplete.
 */
export const externalHeads = `
  WITH t AS (SELECT * FROM unnest($1::bigint[], $2::text[]) t (space_id, trace_id)),
  s AS (SELECT s.* FROM t JOIN span s ON s.space_id = t.space_id AND s.trace_id = t.trace_id WHERE s.started_at BETWEEN $3 AND $4),
  root AS (SELECT DISTINCT ON (space_id, trace_id) * FROM s ORDER BY space_id, trace_id, (parent_id = '') DESC, started_at, span_id),
  sums AS (
    SELECT space_id, trace_id, count(*) AS spans, count(*) FILTER (WHERE status = 2) AS failed,
      max(started_at + duration_us) - min(started_at) AS lasted,
      coalesce(sum(input_tokens) FILTER (WHERE counts), 0) AS input, coalesce(sum(output_tokens) FILTER (WHERE counts), 0) AS output,
      coalesce(sum(cached_tokens) FILTER (WHERE counts), 0) AS cached,
      coalesce(sum(reasoning_tokens) FILTER (WHERE counts), 0) AS reasoning, coalesce(sum(cost) FILTER (WHERE counts), 0) AS cost,
      left(coalesce(string_agg(DISTINCT model, ', ') FILTER (WHERE counts AND model <> ''), ''), 500) AS models,
      max(thread_id) AS thread_id, max(user_key) AS user_key, max(log_id) AS log_id,
      coalesce(min(started_at + first_us) FILTER (WHERE first_us > 0), 0) AS first_at
    FROM s, LATERAL (SELECT s.kind IN ('model', 'embedding', 'rerank') AS counts) c GROUP BY space_id, trace_id
  )
  INSERT INTO trace_head (keep, started_at, space_id, trace_id, root_id, source, name, object_kind, scene, user_key, thread_id, log_id,
    service, status, error_code, error_msg, duration_us, first_us, input_tokens, output_tokens, cached_tokens, reasoning_tokens, cost,
    span_count, failed_count, models, input, output, feedback)
  SELECT r.keep, r.started_at, r.space_id, r.trace_id, CASE WHEN r.parent_id = '' THEN r.span_id ELSE '' END, r.source, r.name, 'service',
    r.scene, coalesce(nullif(r.user_key, ''), sums.user_key), coalesce(nullif(r.thread_id, ''), sums.thread_id),
    coalesce(nullif(r.log_id, ''), sums.log_id), r.service, r.status, r.error_code, r.error_msg,
    CASE WHEN r.parent_id = '' THEN r.duration_us ELSE sums.lasted END,
    CASE WHEN r.first_us > 0 THEN r.first_us WHEN sums.first_at > 0 THEN greatest(sums.first_at - r.started_at, 0) ELSE 0 END,
    sums.input, sums.output, sums.cached, sums.reasoning, sums.cost, sums.spans, sums.failed, sums.models,
    left(coalesce(b.input, o.input, ''), 2000), left(coalesce(b.output, o.output, ''), 2000), coalesce(f.feedback, 0)
  FROM root r JOIN sums USING (space_id, trace_id)
    LEFT JOIN span_body b USING (keep, started_at, space_id, trace_id, span_id)
    LEFT JOIN json_to_recordset($5) AS f (space_id bigint, trace_id text, root_id text, feedback int, input text, output text)
      ON f.space_id = r.space_id AND f.trace_id = r.trace_id
    LEFT JOIN LATERAL (SELECT f.input, f.output WHERE f.root_id = r.span_id OR (f.root_id = '' AND r.parent_id <> '')) o ON true`
