import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

export const passportErrors = defineErrors(ErrorCode.passport, {
  wrongPair: { status: 401, en: 'Incorrect email or password', zh: '邮箱或密码不正确' },
  locked: {
    status: 429,
    en: 'Too many failed attempts. Try again in {minutes} min',
    zh: '错误次数过多，请在 {minutes} 分钟后重试',
  },
  emailTaken: {
    status: 409,
    en: 'email: there is already an account with this email. Sign in instead',
    zh: 'email：该邮箱已注册，请直接登录',
  },
  weakPassword: { status: 400, en: 'password: {problem}', zh: 'password：{problemZh}' },
  registrationClosed: {
    status: 403,
    en: 'Registration is closed. Ask the instance owner',
    zh: '本实例已关闭注册，请联系实例所有者',
  },
  invitationNeeded: {
    status: 403,
    en: 'Registration is by invitation only. Open the invitation link you received',
    zh: '本实例仅限受邀注册，请打开收到的邀请链接',
  },
  domainNotAllowed: {
    status: 403,
    en: 'email: only emails from {domains} can register here',
    zh: 'email：仅限 {domains} 的邮箱注册',
  },
  userNameTaken: {
    status: 409,
    en: 'user_unique_name: this user name is taken. Choose another',
    zh: 'user_unique_name：该用户名已被占用，请换一个',
  },
  wrongCode: {
    status: 400,
    en: 'code: this code is incorrect, used or expired. Request a new one',
    zh: 'code：验证码错误、已使用或已过期，请重新获取',
  },
  imageTooLarge: {
    status: 400,
    en: 'Please upload an image less than 2MB',
    zh: '请上传小于 2MB 的图片',
  },
  notAnImage: {
    status: 400,
    en: 'avatar: this is not a PNG, JPEG, GIF or WebP image',
    zh: 'avatar：不是 PNG、JPEG、GIF 或 WebP 图片',
  },
  emptyFile: { status: 400, en: 'avatar: the file is empty', zh: 'avatar：文件为空' },
  disabled: {
    status: 403,
    en: 'This account is suspended. Ask the instance owner',
    zh: '该账号已被停用，请联系实例所有者',
  },
  notYourself: {
    status: 400,
    en: 'user_id: you cannot suspend your own account',
    zh: 'user_id：不能停用自己的账号',
  },
  wrongOldPassword: {
    status: 400,
    en: 'old_password: incorrect current password',
    zh: 'old_password：当前密码不正确',
  },
  wrongPassword: {
    status: 400,
    en: 'password: incorrect password',
    zh: 'password：密码不正确',
  },
  ownsTeams: {
    status: 409,
    en: 'You own spaces with other members: {names}. Transfer or delete them first',
    zh: '你拥有的以下空间中还有其他成员：{names}。请先转让或删除这些空间',
  },
  successorNeeded: {
    status: 400,
    en: 'successor: you own this instance. Choose the account that will own it after you',
    zh: 'successor：你是本实例的所有者，请指定接任的账号',
  },
  noSuccessor: {
    status: 400,
    en: 'successor: no other account has this user name or email',
    zh: 'successor：没有使用该用户名或邮箱的其他账号',
  },
})

export const companyAccountErrors = defineErrors(ErrorCode.companyAccount, {
  breached: {
    status: 403,
    en: 'Your password was found in a data breach, and your enterprise refuses it. Reset it to sign in',
    zh: '你的密码已出现在数据泄露中，企业不允许使用，请重置密码后登录',
  },
  lastSuperAdmin: {
    status: 400,
    en: 'You are the last super admin of: {names}. Make someone else a super admin, or delete the enterprise first',
    zh: '你是以下企业的最后一名超级管理员：{names}。请先指定其他超级管理员，或删除企业',
  },
})
export const passwordAgeErrors = defineErrors(ErrorCode.passwordAge, {
  expired: {
    status: 403,
    en: 'Your password is older than the {days} days that your enterprise allows. Reset it to sign in',
    zh: '你的密码已超过企业规定的 {days} 天有效期，请重置密码后登录',
  },
})
