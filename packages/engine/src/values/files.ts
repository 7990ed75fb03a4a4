const nameParam = 'x-wf-file_name'

/** Splits a file address from the file name, which may be in its query. */
export function takeFileName(address: string): [url: string, name: string | undefined] {
  const query = address.indexOf('?')
  if (query < 0 || !address.includes(nameParam, query)) return [address, undefined]
  const hash = address.indexOf('#', query)
  const end = hash < 0 ? address.length : hash
  let name: string | undefined
  const kept = address
    .slice(query + 1, end)
    .split('&')
    .filter((pair) => {
      if (!pair.startsWith(`${nameParam}=`)) return true
      name = decode(pair.slice(nameParam.length + 1))
      return false
    })
  if (name === undefined) return [address, undefined]
  return [address.slice(0, query) + (kept.length ? `?${kept.join('&')}` : '') + address.slice(end), name]
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
