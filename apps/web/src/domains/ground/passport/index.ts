export { PasswordRules } from './components/password-rules.tsx'
export { SignFrame } from './components/sign-frame.tsx'
export { isGoodPassword } from './password-rules.ts'
