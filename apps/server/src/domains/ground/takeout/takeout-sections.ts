/** A part of the archive: rows of a table that belong to the person. */
interface Section {
  name: string
  table: string
  /** Rows of `t` that are the person's; `$1` is the id of the account as text. */
  where: string
  /** Columns that stay out: secrets that the holder of the file could use, and what only the machinery reads. */
  without?: readonly string[]
}

const of = (column: string) => `t.${column} = $1::bigint`
const byKey = 't.user_key = $1'
const made = (column: string) => `t.${column} IN (SELECT id FROM resource WHERE owner_id = $1::bigint)`
const inConversations = 't.conversation_id IN (SELECT id FROM conversation WHERE user_id = $1::bigint)'
const lease = ['lease_until', 'lease_owner', 'fence', 'attempts']

/** Personal data by subject. A test asks of every table that names people whether it is here or left out for a reason. */
export const sections: readonly Section[] = [
  { name: 'profile', table: 'app_user', where: of('id'), without: ['password_hash', 'email_key'] },
  { name: 'sessions', table: 'user_session', where: of('user_id'), without: ['token_hash'] },
  {
    name: 'spaces',
    table: 'space',
    where: 't.id IN (SELECT space_id FROM space_member WHERE user_id = $1::bigint)',
  },
  { name: 'memberships', table: 'space_member', where: of('user_id') },
  { name: 'invitations', table: 'space_invite', where: of('created_by'), without: ['key'] },
  { name: 'resources', table: 'resource', where: of('owner_id') },
  { name: 'bots', table: 'bot', where: made('id') },
  { name: 'bot_versions', table: 'bot_history', where: of('created_by') },
  { name: 'bot_publications', table: 'bot_publication', where: of('created_by'), without: lease },
  { name: 'workflows', table: 'workflow', where: made('id') },
  { name: 'workflow_versions', table: 'workflow_commit', where: of('created_by') },
  { name: 'workflow_environments', table: 'workflow_env', where: of('user_id') },
  { name: 'workflow_test_cases', table: 'workflow_case', where: of('created_by') },
  { name: 'workflow_triggers', table: 'workflow_trigger', where: of('created_by'), without: ['secret'] },
  { name: 'workflow_runs', table: 'workflow_run', where: of('user_id'), without: [...lease, 'checkpoint', 'blobs'] },
  { name: 'workflow_jobs', table: 'workflow_job', where: of('user_id') },
  { name: 'workflow_pins', table: 'workflow_pin', where: of('user_id') },
  { name: 'workflow_threads', table: 'workflow_thread', where: of('owner_id') },
  { name: 'project_versions', table: 'project_version', where: of('created_by') },
  { name: 'project_tasks', table: 'project_task', where: of('user_id'), without: lease },
  { name: 'project_conversations', table: 'project_conversation', where: of('created_by') },
  { name: 'prompts', table: 'prompt_resource', where: made('id') },
  { name: 'plugins', table: 'plugin', where: made('id'), without: ['secret'] },
  { name: 'plugin_tools', table: 'plugin_tool', where: made('plugin_id') },
  { name: 'plugin_versions', table: 'plugin_version', where: of('created_by'), without: ['secret'] },
  { name: 'plugin_changes', table: 'plugin_changelog', where: of('user_id') },
  { name: 'plugin_feedback', table: 'plugin_feedback', where: of('user_id') },
  { name: 'plugin_authorisations', table: 'plugin_grant', where: of('user_id'), without: ['tokens'] },
  { name: 'plugin_tasks', table: 'plugin_async_task', where: of('user_id') },
  { name: 'plugin_favourites', table: 'official_favorite', where: of('user_id') },
  { name: 'plugin_private_links', table: 'private_link', where: of('created_by') },
  { name: 'cards', table: 'card', where: of('created_by') },
  { name: 'mock_sets', table: 'mock_set', where: of('created_by') },
  { name: 'mock_rules', table: 'mock_rule', where: of('created_by') },
  { name: 'mock_bindings', table: 'mock_binding', where: of('user_id') },
  { name: 'mock_tasks', table: 'mock_task', where: of('user_id') },
  { name: 'test_cases', table: 'test_case', where: of('created_by') },
  { name: 'knowledge', table: 'knowledge', where: made('id') },
  { name: 'documents', table: 'knowledge_document', where: of('created_by'), without: lease },
  { name: 'document_reviews', table: 'knowledge_review', where: of('created_by') },
  { name: 'knowledge_cases', table: 'knowledge_case', where: of('created_by') },
  { name: 'knowledge_pages', table: 'knowledge_web', where: of('user_id'), without: lease },
  { name: 'knowledge_accounts', table: 'knowledge_account', where: of('user_id'), without: ['config'] },
  { name: 'search_engines', table: 'knowledge_search_engine', where: of('user_id'), without: ['config'] },
  { name: 'tables', table: 'database_table', where: made('id') },
  { name: 'table_imports', table: 'database_import', where: of('user_id') },
  { name: 'conversations', table: 'conversation', where: of('user_id') },
  { name: 'messages', table: 'message', where: inConversations },
  { name: 'turns', table: 'turn', where: of('user_id'), without: [...lease, 'owner'] },
  { name: 'traces', table: 'trace', where: of('user_id') },
  {
    name: 'trace_steps',
    table: 'trace_span',
    where: 't.trace_id IN (SELECT id FROM trace WHERE user_id = $1::bigint)',
  },
  { name: 'memories', table: 'memory_item', where: byKey, without: ['vector'] },
  { name: 'memory_consents', table: 'memory_consent', where: byKey },
  { name: 'memory_lessons', table: 'memory_lesson', where: byKey, without: lease },
  { name: 'variables', table: 'variable_value', where: byKey },
  { name: 'files', table: 'upload', where: `${of('user_id')} AND t.state = 1`, without: ['upload_id'] },
  { name: 'file_box', table: 'filebox_file', where: of('user_id'), without: lease },
  { name: 'albums', table: 'filebox_album', where: of('user_id') },
  {
    name: 'album_photos',
    table: 'filebox_album_photo',
    where: 't.album_id IN (SELECT id FROM filebox_album WHERE user_id = $1::bigint)',
  },
  { name: 'file_box_uses', table: 'filebox_use', where: of('user_id') },
  { name: 'tokens', table: 'personal_token', where: of('user_id'), without: ['token_hash'] },
  { name: 'apps', table: 'oauth_app', where: of('owner_id') },
  { name: 'authorised_apps', table: 'oauth_grant', where: of('user_id') },
  { name: 'api_apps', table: 'api_app', where: of('owner_id'), without: ['verify_token'] },
  { name: 'webhooks', table: 'webhook', where: of('created_by'), without: ['secret'] },
  { name: 'shares', table: 'share', where: of('created_by'), without: ['password_hash', 'key'] },
  {
    name: 'channel_accounts',
    table: 'channel_account',
    where: of('created_by'),
    without: ['config', 'path_key', 'cursor', 'lease_until', 'fence'],
  },
  { name: 'channels', table: 'connector_auth', where: of('user_id'), without: ['credentials'] },
  { name: 'collaborations', table: 'collaborator', where: of('user_id') },
  { name: 'tasks', table: 'bot_task', where: of('user_id'), without: ['hook_key'] },
  { name: 'task_hooks', table: 'bot_task_hook', where: of('created_by'), without: ['key', 'token_hash'] },
  { name: 'task_runs', table: 'bot_task_run', where: of('user_id') },
  { name: 'bot_comparisons', table: 'bot_comparison', where: of('user_id') },
  { name: 'editor_states', table: 'bot_user', where: of('user_id') },
  { name: 'marks', table: 'resource_mark', where: of('user_id') },
  { name: 'copies', table: 'resource_copy', where: of('user_id') },
  { name: 'listings', table: 'product', where: of('seller_id'), without: ['words'] },
  { name: 'products', table: 'product_mark', where: of('user_id') },
  { name: 'product_reports', table: 'product_report', where: of('user_id') },
  { name: 'playground', table: 'playground_run', where: of('user_id') },
  { name: 'calls', table: 'api_call', where: of('user_id') },
  { name: 'usage', table: 'open_ledger', where: of('user_id') },
  { name: 'providers', table: 'model_provider', where: of('created_by'), without: ['sealed_key'] },
  { name: 'training_sets', table: 'tuning_dataset', where: of('created_by') },
  { name: 'trainings', table: 'tuning_task', where: of('created_by') },
  { name: 'acts', table: 'audit_event', where: of('actor_id') },
]

/** Tables that name people and are not in the archive, each with the reason. */
export const leftOut: Readonly<Record<string, string>> = {
  erasure: 'only holds people whose account is gone',
  filebox_dropped: 'keys of files that the person deleted',
  model_expansion: 'a setting of a model, which the records of acts name',
  model_share: 'a setting of a provider, which the records of acts name',
  oauth_request: 'lives for minutes, while somebody authorises an app',
  open_quota: 'a limit of a space, which the records of acts name',
  password_reset: 'lives for minutes, and is a secret',
  plugin_grant_request: 'lives for minutes, and is a secret',
  plugin_lock: 'lives while the editor of a plugin is open',
  plugin_mute: 'a notice that was closed in the editor of a plugin',
  takeout: 'the archive itself',
  variable_meta: 'its owner is a bot or a project, which is there',
  workflow_feature: 'a setting of the instance, which the records of acts name',
}
