/** The blocks of the editor, under the names that clients use. */
export const modules = [
  'Prompt',
  'Model',
  'Plugin',
  'Workflow',
  'Imageflow',
  'Trigger',
  'KnowledgeText',
  'KnowledgeTable',
  'KnowledgePhoto',
  'Variable',
  'Database',
  'LongTermMemory',
  'FileBox',
  'Onboarding',
  'Suggestion',
  'ShortcutCommand',
  'BackgroundImage',
  'TTS',
  'MultiAgent',
  'Hook',
]

const action = (position: number, key: string, en: string, zh: string) => ({
  key,
  name: en,
  // Clients draw these icons from their own set.
  icon: { type: 'builtin', default_url: '', active_url: '', default_uri: '', active_uri: '' },
  name_i18n: { en, 'zh-CN': zh },
  trigger_rule: { type: 1, need_preloading: false, trigger_data: {} },
  position,
})
/** Actions under an answer. */
export const answerActions = [
  action(0, 'copy', 'Copy', '复制'),
  action(1, 'regenerate', 'Regenerate', '重新生成'),
  action(2, 'like', 'Like', '点赞'),
  action(3, 'dislike', 'Dislike', '点踩'),
  action(4, 'speak', 'Read aloud', '朗读'),
  action(5, 'delete', 'Delete', '删除'),
]
