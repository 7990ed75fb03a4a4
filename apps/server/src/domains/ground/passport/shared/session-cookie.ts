export const SESSION_COOKIE = 'session_key'

export const sessionCookie = (value: string, maxAge: number, isSecure: boolean): string =>
  `${SESSION_COOKIE}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${isSecure ? '; Secure' : ''}`
