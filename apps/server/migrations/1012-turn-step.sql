-- Steps of turns that still run: what a turn had done when its process died. They go when the turn is stored as a trace.
CREATE TABLE turn_step (
  trace_id bigint NOT NULL,
  span_id bigint NOT NULL,
  -- When the turn began, in milliseconds since 1970.
  started_at bigint NOT NULL,
  step jsonb NOT NULL,
  PRIMARY KEY (trace_id, span_id)
);
