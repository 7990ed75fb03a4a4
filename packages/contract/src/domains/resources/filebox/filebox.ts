import { z } from 'zod'
import { op } from '#kit.ts'
import { base, id, idOrNone, int, name, pageNumber, pageSize, text } from '#shared/fields.ts'
import {
  FileKind,
  PageKind,
  common,
  ofBot,
  uri,
  moment,
  fileMeta,
  albumInfo,
  modelResponse,
  change,
  albumOut,
  page,
  onPage,
  fileQuery,
} from './shapes.ts'

/** Files that one person stores with one bot: searched by content, collected in albums, summarised. */
export const filebox = {
  setUse: op('POST /api/filebox/update_filebox_usage_status', {
    summary: 'Turn your file box on or off for a bot',
    summaryZh: '开启或关闭你在智能体中的文件盒子',
    access: ofBot,
    reply: 'flat',
    input: () => z.object({ req_common_params: common, switch_on: z.boolean(), Base: base }),
  }),
  remove: op('POST /api/filebox/batch_delete_file', {
    summary: 'Delete files from the file box by id or key',
    summaryZh: '按 ID 或 key 删除文件盒子中的文件',
    access: ofBot,
    reply: 'flat',
    input: () =>
      z.object({
        req_common_params: common,
        ids: z.array(id()).max(200).default([]),
        uris: z.array(uri()).max(200).default([]),
        Base: base,
      }),
    output: () => z.object(modelResponse),
  }),
  createAlbum: op('POST /api/filebox/create_album', {
    summary: 'Create an album',
    summaryZh: '创建相册',
    access: ofBot,
    reply: 'flat',
    input: () =>
      z.object({
        req_common_params: common,
        album_name: name(100),
        album_desc: text(500).default(''),
        Base: base,
      }),
    output: albumOut,
  }),
  addPhotos: op('POST /api/filebox/add_photos_to_album', {
    summary: 'Add images to an album; it is created if it does not exist',
    summaryZh: '将图片加入相册，相册不存在时自动创建',
    access: ofBot,
    reply: 'flat',
    input: () =>
      z.object({
        req_common_params: common,
        album_name: name(100),
        md_items: z
          .array(z.object({ file_id: idOrNone(), uri: z.string().max(300).default('') }))
          .min(1)
          .max(100),
        Base: base,
      }),
    output: () => z.object(modelResponse),
  }),
  updateAlbum: op('POST /api/filebox/update_album', {
    summary: 'Rename an album or change its description',
    summaryZh: '修改相册的名称或描述',
    access: ofBot,
    reply: 'flat',
    input: () =>
      z.object({
        req_common_params: common,
        album_id: idOrNone(),
        album_name: z.string().max(100).default(''),
        new_album_name: name(100).optional(),
        new_album_desc: text(500).optional(),
        Base: base,
      }),
    output: () => z.object({ album_name_list: z.array(z.string()), ...modelResponse }),
  }),
  recall: op('POST /api/filebox/recall_files', {
    summary: 'Find files by content, kind, format and time',
    summaryZh: '按内容、类型、格式和时间查找文件',
    access: ofBot,
    reply: 'flat',
    input: () =>
      z.object({
        req_common_params: common,
        need_rag: z.boolean().default(true),
        md_type: z.enum(FileKind).optional(),
        begin_time: moment.default(''),
        end_time: moment.default(''),
        file_uris: z.array(uri()).max(200).default([]),
        format: z.string().max(20).default(''),
        Base: base,
      }),
    output: () =>
      z.object({
        file_list: z.array(fileMeta),
        file_num: z.number(),
        detail_page_url: z.string(),
        ...modelResponse,
      }),
  }),
  updateFiles: op('POST /api/filebox/batch_update_file_meta', {
    summary: 'Change name, place, device, tags or caption of files',
    summaryZh: '修改文件的名称、地点、设备、标签或说明',
    access: ofBot,
    reply: 'flat',
    input: () => z.object({ req_common_params: common, update_items: z.array(change).min(1).max(100), Base: base }),
    output: () =>
      z.object({
        SuccessNum: z.number(),
        FailNum: z.number(),
        ResultDetail: z.record(z.string(), z.boolean()),
        ...modelResponse,
      }),
  }),
  showAlbum: op('POST /api/filebox/show_album', {
    summary: 'Get an album with its images',
    summaryZh: '获取相册及其图片',
    access: ofBot,
    reply: 'flat',
    input: () =>
      z.object({
        req_common_params: common,
        album_id: idOrNone(),
        album_name: z.string().max(100).default(''),
        start: int().min(0).default(0),
        limit: pageSize(50, 200),
        Base: base,
      }),
    output: () => albumOut.extend({ album_name_list: z.array(z.string()) }),
  }),
  file: op('POST /api/filebox/get_file_meta_info', {
    summary: 'Get a file',
    summaryZh: '获取文件信息',
    access: ofBot,
    reply: 'flat',
    input: () => z.object({ req_common_params: common, file_id: id(), Base: base }),
    output: () => z.object({ data: fileMeta, detail_page_url: z.string() }),
  }),
  removeAlbum: op('POST /api/filebox/del_album', {
    summary: 'Delete an album; its images stay in the file box',
    summaryZh: '删除相册，图片仍保留在文件盒子中',
    access: ofBot,
    reply: 'flat',
    input: () =>
      z.object({
        req_common_params: common,
        album_id: idOrNone(),
        album_name: z.string().max(100).default(''),
        Base: base,
      }),
    output: () => z.object({ album_name_list: z.array(z.string()), ...modelResponse }),
  }),
  summary: op('POST /api/filebox/summary_file', {
    summary: 'Summarise a file; if several match, they are listed instead',
    summaryZh: '总结文件内容；匹配多个时返回候选列表',
    access: ofBot,
    reply: 'flat',
    limit: { by: 'user', max: 30, seconds: 60 },
    input: fileQuery,
    output: () =>
      z.object({
        summary_info: z.object({ file_name: z.string(), content: z.string() }),
        suggested_file_list: z.array(fileMeta),
        ...modelResponse,
      }),
  }),
  streamSummary: op('POST /api/filebox/stream_summary_file', {
    summary: 'Summarise a file as a stream',
    summaryZh: '流式总结文件内容',
    access: ofBot,
    reply: 'stream',
    limit: { by: 'user', max: 30, seconds: 60 },
    input: () =>
      z.object({
        req_common_params: common,
        /** The key of the file, or its link. */
        url: z.string().max(2000).default(''),
        Base: base,
      }),
  }),
  apis: op('GET /api/filebox/display_apis', {
    summary: 'List what a bot can do with the file box',
    summaryZh: '列出智能体可对文件盒子执行的操作',
    reply: 'flat',
    input: () => z.object({ Base: base }),
    output: () =>
      z.object({
        apis: z.array(z.object({ id: z.string(), name: z.string(), desc: z.string(), group_id: z.string() })),
        groups: z.array(z.object({ id: z.string(), name: z.string() })),
      }),
  }),
  albums: op('POST /api/filebox/show_album_list', {
    summary: 'List album names',
    summaryZh: '列出相册名称',
    access: ofBot,
    reply: 'flat',
    input: () => z.object({ req_common_params: common, Base: base }),
    output: () => z.object({ album_name_list: z.array(z.string()), album_list: z.array(albumInfo), ...modelResponse }),
  }),
  detail: op('GET /api/filebox/card_detail_info', {
    summary: 'Get the files of a page opened by a signed link',
    summaryZh: '获取签名链接页面中的文件',
    access: 'public',
    reply: 'flat',
    limit: { by: 'address', max: 120, seconds: 60 },
    input: () =>
      z.object({
        obj_type: int().pipe(z.enum(PageKind)),
        dpid: id(),
        bid: id(),
        cid: z.string().max(30).default(''),
        expires: z.string().max(20),
        signature: z.string().max(200),
        page_num: pageNumber(),
        page_size: pageSize(50, 200),
        Base: base,
      }),
    output: () =>
      z.object({
        file_list: z.array(fileMeta),
        show_title: z.string(),
        /** The owner's description of an album; empty for a file. */
        show_desc: z.string(),
        total: z.number(),
        next_page_num: z.number(),
      }),
  }),
  createFiles: op('POST /api/filebox/files/batch_create', {
    summary: 'Import files into the file box from URLs',
    summaryZh: '从 URL 导入文件到文件盒子',
    access: { on: 'bot', id: 'req_common_base_info.X-AIPlugin-Bot-ID', can: 'view' },
    reply: 'flat',
    limit: { by: 'user', max: 20, seconds: 60 },
    input: () =>
      z.object({
        req_common_base_info: common,
        source_urls: z.array(z.string().min(1).max(2000)).min(1).max(20),
        Base: base,
      }),
    output: () =>
      z.object({
        create_results: z.array(
          z.object({ source_url: z.string(), file_id: z.string(), uri: z.string(), problem: z.string() }),
        ),
        ...modelResponse,
      }),
  }),
  updatePage: op('POST /api/public/filebox/file/update', {
    summary: 'Change a file from its page',
    summaryZh: '在文件页面修改文件',
    access: onPage,
    reply: 'flat',
    input: () => z.object({ ...page, update_items: change.optional(), Base: base }),
  }),
  removeFromPage: op('POST /api/public/filebox/file/batch_delete', {
    summary: 'Delete files from their page',
    summaryZh: '在文件页面删除文件',
    access: onPage,
    reply: 'flat',
    input: () => z.object({ ...page, uris: z.array(uri()).max(200).default([]), Base: base }),
    output: () => z.object({ success_ids: z.array(z.string()) }),
  }),
  removeAlbumPage: op('POST /api/public/filebox/album/delete', {
    summary: 'Delete an album from its page',
    summaryZh: '在相册页面删除相册',
    access: onPage,
    reply: 'flat',
    input: () => z.object({ ...page, Base: base }),
  }),
  removePhotos: op('POST /api/public/filebox/album/batch_remove_photo', {
    summary: 'Remove images from an album; they stay in the file box',
    summaryZh: '从相册移除图片，图片仍保留在文件盒子中',
    access: onPage,
    reply: 'flat',
    input: () => z.object({ ...page, ids: z.array(id()).max(200).default([]), Base: base }),
    output: () => z.object({ success_ids: z.array(z.string()) }),
  }),
  isWritable: op('GET /api/public/filebox/page/is_writable', {
    summary: 'Check whether you may change the files of a page',
    summaryZh: '检查你是否可以修改页面中的文件',
    access: 'user',
    reply: 'flat',
    input: () =>
      z.object({
        dpid: id(),
        UserID: z.unknown().optional(),
        cid: z.unknown().optional(),
        bid: z.unknown().optional(),
        Base: base,
      }),
    output: () => z.object({ is_writable: z.boolean() }),
  }),
  search: op('POST /api/filebox/search_file', {
    summary: 'Find passages in files that answer a question',
    summaryZh: '在文件中查找能回答问题的段落',
    access: ofBot,
    reply: 'flat',
    input: () =>
      z.object({
        req_common_params: common,
        file_uri_list: z.array(uri()).max(200).default([]),
        file_name_list: z.array(z.string().max(200)).max(200).default([]),
        Base: base,
      }),
    output: () =>
      z.object({
        file_search_item_list: z.array(
          z.object({ file_name: z.string(), file_url: z.string(), content: z.string(), score: z.number() }),
        ),
        ...modelResponse,
      }),
  }),
  list: op('POST /api/public/filebox/v1/file_list', {
    summary: 'List your files with a bot, newest first, and the free space',
    summaryZh: '列出你在智能体中的文件和剩余空间，最新在前',
    access: { on: 'bot', id: 'bid', can: 'view' },
    reply: 'flat',
    input: () =>
      z.object({
        bid: id(),
        connector_id: z.unknown().optional(),
        file_type: int().pipe(z.enum(FileKind)).optional(),
        file_name: z.string().max(200).default(''),
        begin_time: moment.default(''),
        end_time: moment.default(''),
        page_num: pageNumber(),
        page_size: pageSize(50, 200),
        Base: base,
      }),
    output: () =>
      z.object({
        total_count: z.number(),
        list: z.array(
          z.object({
            MainURL: z.string(),
            ThumbnailURL: z.string(),
            FileName: z.string(),
            Uri: z.string(),
            FileID: z.string(),
            Format: z.string(),
            Type: z.number(),
            CreateTime: z.string(),
            UpdateTime: z.string(),
            FileSize: z.string(),
            Caption: z.string(),
            Tags: z.string(),
            State: z.number(),
            Problem: z.string(),
          }),
        ),
        is_on: z.boolean(),
        used: z.object({ files: z.number(), bytes: z.number() }),
        limit: z.object({ files: z.number(), bytes: z.number() }),
      }),
  }),
  upload: op('POST /api/public/filebox/v1/upload_files', {
    summary: 'Add uploaded files to the file box; they are read in the background',
    summaryZh: '将已上传的文件加入文件盒子，后台读取内容',
    access: { on: 'bot', id: 'bid', can: 'view' },
    reply: 'flat',
    limit: { by: 'user', max: 120, seconds: 60 },
    input: () =>
      z.object({
        bid: id(),
        cid: idOrNone(),
        biz_type: z.string().max(50).default(''),
        source_files: z
          .array(
            z.object({
              file_uri: z.string().max(300).default(''),
              file_url: z.string().max(2000).default(''),
              file_name: z.string().max(200).default(''),
            }),
          )
          .min(1)
          .max(50),
        Base: base,
      }),
    output: () =>
      z.object({
        SuccessNum: z.number(),
        FailNum: z.number(),
        DestFiles: z.array(
          z.object({
            file_id: z.string(),
            file_uri: z.string(),
            file_url: z.string(),
            file_name: z.string(),
            status: z.number(),
            problem: z.string(),
          }),
        ),
      }),
  }),
}
