import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const instanceErrors = defineErrors(ErrorCode.instance, {
  mailUnreachable: {
    status: 400,
    en: 'host: the mail server {host} did not answer. Check host, port and encryption',
    zh: 'host：邮件服务器 {host} 没有响应，请检查主机、端口和加密方式',
  },
  mailRefusedLogin: {
    status: 400,
    en: 'user: the mail server refused the user name or password. Check both',
    zh: 'user：邮件服务器拒绝了用户名或密码，请检查后重试',
  },
  mailRefusedAddress: {
    status: 400,
    en: 'from_address: the mail server refused the sender or the recipient: {reason}',
    zh: 'from_address：邮件服务器拒绝了发件人或收件人：{reason}',
  },
  mailFailed: {
    status: 400,
    en: 'host: the mail server did not take the mail: {reason}',
    zh: 'host：邮件服务器未接受邮件：{reason}',
  },
  mailPasswordNeeded: {
    status: 400,
    en: 'password: enter the password again. The stored one belongs to another server or user',
    zh: 'password：请重新输入密码，已保存的密码属于其他服务器或用户',
  },
})
