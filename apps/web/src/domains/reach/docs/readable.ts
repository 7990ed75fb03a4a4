/** A key of the contract in words: `knowledgeBase` is "Knowledge base". */
export function readable(key: string): string {
  const words = key
    .replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
