export { PasswordRules } from './components/password-rules.tsx'
export { isGoodPassword } from './password-rules.ts'
