import { z } from 'zod'
import { op } from '#kit.ts'
import { DESK_LIMITS } from '#shared/desk.ts'
import { base, id, name, pageNumber, pageSize } from '#shared/fields.ts'
import { deskAgentId, deskSpace, inDeskSpace } from './desk.ts'

const s = z.string()
const ofInstance = { agent_id: deskAgentId(), instance_id: id(), base }

/** Reading: papers, their chunks, and their translation page by page. */
export const deskPaper = {
  upload: op('POST /api/card_builder/agent/upload_file', {
    summary: 'Upload a file for a desk',
    summaryZh: '上传工作台使用的文件',
    body: 'form',
    bodyLimit: 101 * 1024 * 1024,
    limit: { by: 'user', max: 60, seconds: 60 },
    input: () => z.object({ data: z.instanceof(Blob, { message: 'must be a file' }), Base: base }),
    output: () =>
      z.object({
        name: s,
        size: z.int(),
        content_type: s,
        uri: s,
        thumbnail_uri: s,
        coze_uri: s,
        tiny_uri: s,
      }),
  }),
  analyse: op('POST /api/card_builder/agent/analyzing_paper', {
    summary: 'Read an uploaded paper; the same file is read once',
    summaryZh: '解析上传的论文，同一文件只解析一次',
    ...inDeskSpace,
    reply: 'flat',
    limit: { by: 'user', max: 60, seconds: 60 },
    input: () => z.object({ space_id: deskSpace(), uri: z.string().min(1).max(300), name: name(200), base }),
    output: () => z.object({ paper_id: s, dataset_id: s, document_id: s }),
  }),
  progress: op('POST /api/card_builder/agent/get_task_progress', {
    summary: 'Get how far your papers are read',
    summaryZh: '获取论文的解析进度',
    ...inDeskSpace,
    reply: 'flat',
    input: () =>
      z.object({ space_id: deskSpace(), dataset_id: id(), document_ids: z.array(id()).min(1).max(100), base }),
    output: () =>
      z.object({
        data_list: z.array(z.object({ document_id: s, progress: z.int(), status: z.int(), status_descript: s })),
      }),
  }),
  chunks: op('POST /api/card_builder/agent/list_slice', {
    summary: 'List the chunks of a paper',
    summaryZh: '列出论文的分段',
    reply: 'flat',
    input: () =>
      z.object({
        agent_id: deskAgentId(),
        InstanceID: id(),
        dataset_id: id(),
        document_id: id(),
        page: pageNumber(),
        size: pageSize(20),
        base,
      }),
    output: () =>
      z.object({
        slices: z.array(z.object({ slice_id: s, content: s, Status: z.int(), sequence: s, chunk_meta_info: s })),
        total: s,
        hasmore: z.boolean(),
      }),
  }),
  translate: op('POST /api/card_builder/agent/translate_paper', {
    summary: 'Translate the paper of a document page by page, in the background; pages that failed are tried again',
    summaryZh: '在后台逐页翻译文档的论文，失败的页面会重试',
    reply: 'flat',
    limit: { by: 'user', max: 30, seconds: 60 },
    input: () => z.object(ofInstance),
  }),
  translation: op('POST /api/card_builder/agent/translate_result_get', {
    summary: 'Get the translation of a paper, as far as it is done',
    summaryZh: '获取论文译文的当前进度与结果',
    input: () => z.object(ofInstance),
    output: () =>
      z.object({
        /** 0 none, 1 running, 2 done, 3 failed. */
        task_status: z.int(),
        page_count: z.int(),
        /** Why the paper could not be translated. */
        problem: s,
        result: z.array(
          z.object({
            image_url: s,
            text_blocks_url: s,
            ori_image_url: s,
            page_no: z.int(),
            status: z.int(),
            problem: s,
            /** Translated without a model, word by word with a dictionary. */
            is_word_by_word: z.boolean(),
          }),
        ),
      }),
  }),
  translateText: op('POST /api/card_builder/agent/translate_text', {
    summary: 'Translate texts; each is the key of its translation',
    summaryZh: '翻译文本，以原文为键返回译文',
    ...inDeskSpace,
    limit: { by: 'user', max: 60, seconds: 60 },
    input: () =>
      z.object({
        space_id: deskSpace(),
        agent_id: z.string().trim().max(40).default('reader'),
        instance_id: z.string().max(20).default(''),
        text: z.array(z.string().max(DESK_LIMITS.text)).max(DESK_LIMITS.texts).default([]),
        base,
      }),
    output: () => z.object({ trans_result: z.record(s, s), is_word_by_word: z.boolean() }),
  }),
}
