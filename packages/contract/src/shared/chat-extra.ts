/** Metadata of a message. Every key is always present, because clients read them unconditionally. */
const extraKeys = [
  'local_message_id',
  'input_tokens',
  'output_tokens',
  'token',
  'plugin_status',
  'time_cost',
  'workflow_tokens',
  'bot_state',
  'plugin_request',
  'tool_name',
  'plugin',
  'mock_hit_info',
  'log_id',
  'stream_id',
  'message_title',
  'stream_plugin_running',
  'new_section_id',
  'remove_query_id',
  'execute_display_name',
  'task_type',
  'refer_format',
  'call_id',
] as const

export const emptyExtra = Object.fromEntries(extraKeys.map((key) => [key, ''])) as Record<
  (typeof extraKeys)[number],
  string
>
