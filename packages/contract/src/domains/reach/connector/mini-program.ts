import { z } from 'zod'
import { op } from '#kit.ts'
import { DomainStatus } from '#shared/connector-enums.ts'
import { id, idOrNone } from '#shared/fields.ts'

const s = z.string()
const domain = s
  .trim()
  .toLowerCase()
  .max(253)
  .refine((text) => /^(?=.*[a-z])[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(text) && !/(^|\.)-|-(\.|$)/.test(text), {
    error: 'must be a host name such as chat.example.com, without https://, port or path',
    params: { zh: '请填写域名，例如 chat.example.com，不含 https://、端口和路径' },
  })
const channelInput = { connector_id: s.max(20).default(''), enterprise_id: idOrNone() }

/** Domain names under which mini programs open pages of this instance. */
export const miniProgram = {
  domains: op('GET /api/connector/list_mini_program_domain', {
    summary: 'List your domains for mini programs',
    summaryZh: '列出你的小程序域名',
    reply: 'flat',
    input: () => z.object({ ...channelInput, search_word: s.max(253).default('') }),
    output: () =>
      z.object({
        data: z.array(
          z.object({
            id: s,
            domain: s,
            /** 0 waiting, 1 verified, 2 failed. */
            status: z.literal(Object.values(DomainStatus)),
            reason: s,
            file_name: s,
            check_time: z.number(),
          }),
        ),
      }),
  }),
  setDomains: op('POST /api/connector/set_mini_program_domain', {
    summary: 'Add or remove domains for mini programs',
    summaryZh: '添加或移除小程序域名',
    reply: 'flat',
    input: () =>
      z.object({
        ...channelInput,
        domain_list: z.array(domain).min(1).max(20),
        /** 0 add, 1 remove. */
        action: z.literal([0, 1]).default(0),
      }),
  }),
  updateDomain: op('POST /api/connector/update_mini_program_domain', {
    summary: 'Rename a domain for mini programs. It has to be verified again',
    summaryZh: '修改小程序域名，修改后须重新验证',
    reply: 'flat',
    input: () => z.object({ id: id(), domain }),
  }),
  verify: op('POST /api/connector/verify_mini_program_domain', {
    summary: 'Serve the verification file of the platform on a domain and check that it is found there',
    summaryZh: '在域名上提供平台的校验文件，并检查能否访问',
    reply: 'flat',
    limit: { by: 'user', max: 20, seconds: 60 },
    input: () =>
      z.object({
        id: id(),
        file_name: s.regex(/^[\w-]{1,100}\.txt$/, 'must be the name of a text file such as MP_verify_abc.txt'),
        file_content: s.min(1).max(1000),
      }),
    output: () => z.object({ status: z.literal(Object.values(DomainStatus)), reason: s }),
  }),
  package: op('GET /api/connector/mini_program_package', {
    summary: 'Download a mini program that opens the page of a published bot on your verified domain',
    summaryZh: '下载小程序代码包，在你已验证的域名上打开已发布智能体的页面',
    access: { on: 'bot', id: 'bot_id', can: 'publish' },
    reply: 'raw',
    input: () =>
      z.object({ bot_id: id(), app_id: s.regex(/^wx[\da-f]{16}$/, 'must be an AppID such as wx0123456789abcdef') }),
  }),
}
