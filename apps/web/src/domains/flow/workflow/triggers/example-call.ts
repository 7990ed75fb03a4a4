import type { WebhookAuth, WebhookMethod } from '@orrery/contract/shared/triggers'

interface Example {
  url: string
  method: WebhookMethod
  auth: WebhookAuth
  /** Inputs of the workflow. */
  names: readonly string[]
}

/** A command that calls a webhook. It reads the secret from a variable, so that the secret is not written down. */
export function exampleCall({ url, method, auth, names }: Example): string {
  const inputs = names.length > 0 ? names : ['input']
  if (method === 'GET') {
    const query = inputs.map((name) => `  --data-urlencode '${name}=…' \\`)
    return [`curl -G '${url}' \\`, ...query, '  -H "Authorization: Bearer $SECRET"'].join('\n')
  }
  const body = JSON.stringify(Object.fromEntries(inputs.map((name) => [name, '…'])))
  const type = "  -H 'Content-Type: application/json' \\"
  if (auth === 'token')
    return [`curl -X ${method} '${url}' \\`, '  -H "Authorization: Bearer $SECRET" \\', type, `  -d '${body}'`].join(
      '\n',
    )
  return [
    `BODY='${body}'`,
    'TIME=$(date +%s)',
    `SIGN=$(printf '%s.%s' "$TIME" "$BODY" | openssl dgst -sha256 -hmac "$SECRET" | sed 's/^.* //')`,
    `curl -X ${method} '${url}' \\`,
    '  -H "X-Orrery-Signature: t=$TIME,v1=$SIGN" \\',
    type,
    '  -d "$BODY"',
  ].join('\n')
}
