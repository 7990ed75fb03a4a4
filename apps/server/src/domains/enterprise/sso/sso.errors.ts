import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

/** Errors about connections and domains, for admins. */
export const ssoErrors = defineErrors(ErrorCode.sso, {
  badDomain: {
    status: 400,
    en: 'domain: “{domain}” is not a domain name such as example.com',
    zh: 'domain：「{domain}」不是有效域名，例如 example.com',
  },
  publicDomain: {
    status: 400,
    en: 'domain: “{domain}” belongs to a public mail service. Use a domain of your company',
    zh: 'domain：「{domain}」是公共邮箱域名，请使用企业自有域名',
  },
  domainTaken: {
    status: 409,
    en: 'domain: “{domain}” is verified by another enterprise of this instance. Ask its administrators to remove it',
    zh: 'domain：「{domain}」已被其他企业验证，请联系对方管理员移除',
  },
  recordMissing: {
    status: 409,
    en: 'There is no TXT record “{record}” with the value “{challenge}”. DNS changes can take an hour; try again later',
    zh: '未找到值为「{challenge}」的 TXT 记录「{record}」，DNS 变更可能需要一小时，请稍后重试',
  },
  domainInUse: {
    status: 409,
    en: 'The connection “{name}” uses this domain. Take it out there first',
    zh: '连接「{name}」正在使用此域名，请先在连接中移除',
  },
  notVerified: {
    status: 400,
    en: 'domains: “{domain}” is not a verified domain of this enterprise. Verify it first',
    zh: 'domains：「{domain}」不是本企业已验证的域名，请先验证',
  },
  badMetadata: {
    status: 400,
    en: 'config.metadata: this is not the metadata of a SAML identity provider with a redirect sign-in URL and a certificate. Copy it from the provider again',
    zh: 'config.metadata：不是包含重定向登录地址和证书的 SAML 身份提供商元数据，请重新从提供商复制',
  },
  weakCertificate: {
    status: 400,
    en: 'config.metadata: the certificate has a key of {bits} bits. Have the provider sign with at least 2048 bits',
    zh: 'config.metadata：证书密钥仅 {bits} 位，请让提供商使用至少 2048 位的密钥签名',
  },
  expiredCertificate: {
    status: 400,
    en: 'config.metadata: the certificate expired on {date}. Have the provider renew it, and copy the metadata again',
    zh: 'config.metadata：证书已于 {date} 过期，请让提供商更新后重新复制元数据',
  },
  noProvider: {
    status: 400,
    en: 'config: the provider could not be reached or does not answer as expected ({reason}). Check the URL',
    zh: 'config：无法连接身份提供商或其响应不符合预期（{reason}），请检查地址',
  },
  secretElsewhere: {
    status: 400,
    en: 'secret: it was entered for another address. Enter it again for this one',
    zh: 'secret：该密钥是为其他地址填写的，请为当前地址重新填写',
  },
  plainLdap: {
    status: 400,
    en: 'config.security: passwords would be sent in the clear. Use LDAPS or StartTLS',
    zh: 'config.security：密码会以明文发送，请使用 LDAPS 或 StartTLS',
  },
  badFilter: {
    status: 400,
    en: 'config.user_filter: the filter has to contain {username} once, e.g. (uid={username})',
    zh: 'config.user_filter：过滤器中必须包含一次 {username}，例如 (uid={username})',
  },
  kindChanged: {
    status: 400,
    en: 'config.kind: a connection keeps its type. Create another one instead',
    zh: 'config.kind：连接类型不能更改，请新建一个连接',
  },
  unknownClaim: {
    status: 400,
    en: 'mapping: the last test returned no claim “{claim}”. Choose one of: {known}',
    zh: 'mapping：上次测试未返回声明「{claim}」，可选：{known}',
  },
  unknownGroup: {
    status: 400,
    en: 'mapping: the group {group} is not in this enterprise. Choose another',
    zh: 'mapping：本企业没有分组 {group}，请重新选择',
  },
  connectionLimit: {
    status: 409,
    en: 'An enterprise can have {max} connections. Remove one first',
    zh: '每个企业最多 {max} 个连接，请先移除一个',
  },
  testFirst: {
    status: 409,
    en: 'Test this connection with your own account first. A test counts for 15 minutes',
    zh: '请先用自己的账号测试此连接，测试结果 15 分钟内有效',
  },
  activateFirst: {
    status: 409,
    en: 'Activate this connection before you require it',
    zh: '请先启用此连接再强制使用',
  },
  directoryOff: {
    status: 409,
    en: 'Only an active LDAP directory can be synchronised. Activate it first',
    zh: '只能同步已启用的 LDAP 目录，请先启用',
  },
  breakGlassFirst: {
    status: 409,
    en: 'Name a break-glass account first, so that someone gets in when the provider is down',
    zh: '请先设置应急账号，确保身份提供商故障时仍有人能登录',
  },
  lastBreakGlass: {
    status: 409,
    en: 'Single sign-on is required, so one break-glass account has to stay. Name another one first',
    zh: '已强制单点登录，至少保留一个应急账号，请先设置另一个',
  },
  badBreakGlass: {
    status: 400,
    en: 'user_id: a break-glass account has to be an active super admin with a password and a second factor, and without a company sign-in',
    zh: 'user_id：应急账号须为在职的超级管理员，设有密码和第二因素，且未关联企业登录',
  },
})

/** Errors about a sign-in, for the person who tries. */
export const signOnErrors = defineErrors(ErrorCode.signOn, {
  required: {
    status: 403,
    en: 'Your company requires its own sign-in. Enter your email and continue with your company',
    zh: '你的企业要求使用企业登录，请输入邮箱后选择企业登录',
  },
  refused: {
    status: 403,
    en: 'The answer of your company’s sign-in was not accepted. Try again, or ask an administrator',
    zh: '企业登录的响应未被接受，请重试或联系管理员',
  },
  over: {
    status: 400,
    en: 'This sign-in has expired, or began in another browser. Start again',
    zh: '本次登录已过期或由其他浏览器发起，请重新开始',
  },
  wrongPair: {
    status: 401,
    en: 'The username or password is incorrect',
    zh: '用户名或密码错误',
  },
  unverifiedEmail: {
    status: 403,
    en: 'Your company’s sign-in does not confirm your email. Ask an administrator to verify it there',
    zh: '企业登录未确认你的邮箱，请联系管理员在身份提供商处验证',
  },
  foreignEmail: {
    status: 403,
    en: 'Your email is not of a domain of this company. Ask an administrator',
    zh: '你的邮箱不属于该企业的域名，请联系管理员',
  },
  notInvited: {
    status: 403,
    en: 'Your company has not created an account for you yet. Ask an administrator to invite you',
    zh: '你的企业尚未为你创建账号，请联系管理员邀请你',
  },
  linkFirst: {
    status: 409,
    en: 'There is an account with your email already. Sign in the way you did before, then link your company under Account > Security',
    zh: '已有使用此邮箱的账号，请先用原方式登录，再在「账号 > 安全」中关联企业登录',
  },
  linkedElsewhere: {
    status: 409,
    en: 'This company sign-in belongs to another account already',
    zh: '此企业登录已关联其他账号',
  },
  suspended: {
    status: 403,
    en: 'Your account is suspended in this company. Ask an administrator',
    zh: '你在该企业的账号已停用，请联系管理员',
  },
})
