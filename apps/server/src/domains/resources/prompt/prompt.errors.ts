import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors, defineFixedErrors } from '#kit/errors.ts'

export const promptErrors = defineErrors(ErrorCode.prompt, {
  badKey: {
    status: 400,
    en: 'prompt_key: it begins with a letter and has at most 100 letters, digits, and the signs . _ - /',
    zh: 'prompt_key：须以字母开头，最多 100 个字符，只能包含字母、数字和 . _ - /',
  },
  badVersion: {
    status: 400,
    en: 'version: write three numbers such as 1.0.2',
    zh: 'version：请填写三段数字，例如 1.0.2',
  },
  notNewer: {
    status: 400,
    en: 'version: it must be higher than {last}, the newest one',
    zh: 'version：须高于当前最新版本 {last}',
  },
  nothingChanged: {
    status: 400,
    en: 'Your draft is the same as version {version}. Change something first',
    zh: '草稿与版本 {version} 相同，请先修改',
  },
  behind: {
    status: 409,
    en: 'Version {version} was committed after you began. Merge it into your draft first',
    zh: '在你编辑期间已提交版本 {version}，请先合并到草稿',
  },
  stale: {
    status: 409,
    en: 'Your draft was changed in another window. Reload it, or save your text as the new draft',
    zh: '草稿已在其他窗口中修改，请重新加载，或用当前内容覆盖',
  },
  badDetail: { status: 400, en: '{field}: {problem}', zh: '{field}：{problemZh}' },
  badSegment: {
    status: 400,
    en: 'The segment {chain} cannot be used: {problem}',
    zh: '无法使用片段 {chain}：{problemZh}',
  },
  used: { status: 409, en: 'It is used by {names}. Remove it there first', zh: '仍被 {names} 引用，请先移除引用' },
  released: {
    status: 409,
    en: 'It is served in {place}. Take it offline first',
    zh: '仍在「{place}」提供服务，请先下线',
  },
  needsReason: {
    status: 400,
    en: 'downgrade_reason: say why a lower security level is enough',
    zh: 'downgrade_reason：请说明降低安全等级的原因',
  },
  notASegment: {
    status: 400,
    en: 'This prompt has several messages or settings. Edit it on the prompts page',
    zh: '该提示词包含多条消息或其他设置，请在提示词页面编辑',
  },
})

export const segmentErrors = defineErrors(ErrorCode.promptSegment, {
  moved: {
    status: 409,
    en: 'uses: {name} has version {latest} now. Look at the changes again',
    zh: 'uses：「{name}」已有新版本 {latest}，请重新预览改动',
  },
  notUsed: {
    status: 400,
    en: 'uses: {name} does not use this segment, or has this version of it already',
    zh: 'uses：「{name}」未引用该片段，或已是该版本',
  },
  stricter: {
    status: 409,
    en: 'security_level: it uses the segment {name}, whose level is L4. Remove it first',
    zh: 'security_level：引用了安全等级为 L4 的片段「{name}」，请先移除引用',
  },
  variableType: {
    status: 400,
    en: 'prompt_input.variables: {key} has another type in the segment {name}. Give both the same type',
    zh: 'prompt_input.variables：{key} 与片段「{name}」中的类型不同，请统一类型',
  },
})

export const promptReleaseErrors = defineErrors(ErrorCode.promptRelease, {
  needsApproval: {
    status: 409,
    en: 'Releases to production need an approval in this space. Start a release task',
    zh: '该空间发布到生产环境需要审批，请创建发布任务',
  },
  notServed: {
    status: 409,
    en: 'version: {version} is not what is served here now. Reload the page',
    zh: 'version：此处当前提供的不是 {version}，请重新加载',
  },
  noVersionBefore: {
    status: 409,
    en: 'No version was served here before this one',
    zh: '此处之前没有发布过其他版本',
  },
  notGray: {
    status: 409,
    en: 'This release is not limited to a share of users any more',
    zh: '该发布已不是灰度状态',
  },
  protectedLabel: {
    status: 403,
    en: 'label: only owners and admins move {label}',
    zh: 'label：只有所有者和管理员可以移动 {label}',
  },
  grayRuns: {
    status: 409,
    en: 'Version {version} is being given to a share of users here. Finish or end that first',
    zh: '版本 {version} 正在此处灰度，请先全量发布或结束灰度',
  },
  noStable: {
    status: 409,
    en: 'Nothing is served here yet: release a version to everyone first',
    zh: '此处尚未发布版本，请先全量发布一个版本',
  },
})

export const placeErrors = defineErrors(ErrorCode.promptPlace, {
  gated: {
    status: 409,
    en: 'Versions of this prompt are judged before they are served in production. Start a release task',
    zh: '该提示词发布到生产环境前须通过评测，请创建发布任务',
  },
  noEncryptKey: {
    status: 400,
    en: 'encrypt_option: this space has no encryption key. An owner creates one on the Releases tab of a prompt',
    zh: 'encrypt_option：该空间没有加密密钥，请所有者在提示词的「发布」页创建',
  },
})

export const shelfErrors = defineErrors(ErrorCode.promptShelf, {
  noClip: {
    status: 404,
    en: 'content_key: you copied nothing under this key. What is copied can be pasted for seven days; copy it again',
    zh: 'content_key：没有找到你的剪贴板内容。复制的内容保留七天，请重新复制',
  },
  segmentElsewhere: {
    status: 409,
    en: 'content: it uses a segment that this space does not have. Copy the segment first, or paste its text',
    zh: 'content：其中引用的片段不在该空间，请先复制片段，或粘贴其文本',
  },
  noOfficial: {
    status: 404,
    en: 'report_event.prompt_id: there is no official prompt with this id',
    zh: 'report_event.prompt_id：没有该官方提示词',
  },
  staysInSpace: {
    status: 403,
    en: 'content_key: it was copied from a prompt of level L{level}, which stays in its space. Lower the level to L2 first',
    zh: 'content_key：内容来自安全等级为 L{level} 的提示词，不能带出其空间。请先将等级降至 L2',
  },
})

/** Errors with the codes that the loop SDKs expect. */
export const loopPromptErrors = defineFixedErrors({
  notFound: {
    code: ErrorCode.loopPrompt.notFound,
    status: 404,
    en: 'There is no prompt with the key {key} in this space',
    zh: '该空间没有 Key 为 {key} 的提示词',
  },
  noVersion: {
    code: ErrorCode.loopPrompt.noVersion,
    status: 404,
    en: 'The prompt {key} has no version {version}',
    zh: '提示词 {key} 没有版本 {version}',
  },
  badTemplate: {
    code: ErrorCode.loopPrompt.badTemplate,
    status: 400,
    en: '{field}, line {line}: {problem}',
    zh: '{field} 第 {line} 行：{problemZh}',
  },
  notRendered: {
    code: ErrorCode.loopPrompt.notRendered,
    status: 400,
    en: 'variables.{key}: {problem}',
    zh: 'variables.{key}：{problemZh}',
  },
  unknownTemplate: {
    code: ErrorCode.loopPrompt.unknownTemplate,
    status: 400,
    en: 'template_type: use normal or jinja2',
    zh: 'template_type：只能是 normal 或 jinja2',
  },
  labelNotSet: {
    code: ErrorCode.loopPrompt.labelNotSet,
    status: 404,
    en: 'The label {label} points to no version of the prompt {key}',
    zh: '提示词 {key} 的标签 {label} 未指向任何版本',
  },
  keyTaken: {
    code: ErrorCode.loopPrompt.keyTaken,
    status: 409,
    en: 'prompt_key: {key} is taken in this space, by a prompt in use or in the bin. Choose another one',
    zh: 'prompt_key：{key} 已被该空间的提示词（可能在回收站中）使用，请更换',
  },
  versionTaken: {
    code: ErrorCode.loopPrompt.versionTaken,
    status: 409,
    en: 'version: {version} exists already',
    zh: 'version：版本 {version} 已存在',
  },
  tooManyReads: {
    code: ErrorCode.loopPrompt.tooManyReads,
    status: 429,
    en: 'More than {max} reads a second in this space. Try again in a second',
    zh: '该空间每秒读取超过 {max} 次，请稍后重试',
  },
  tooManyRuns: {
    code: ErrorCode.loopPrompt.tooManyRuns,
    status: 429,
    en: 'The prompt {key} was run more than {max} times within a second. Try again in a second',
    zh: '提示词 {key} 每秒运行超过 {max} 次，请稍后重试',
  },
})
