// Runs before the first paint, so that the page does not flash in another theme or language than the stored one. A test
// compares the keys with those of src/lib/theme.ts and src/lib/i18n.ts.
;(function () {
  function stored(key) {
    try {
      return JSON.parse(localStorage.getItem('orrery.' + key))
    } catch {
      return null
    }
  }
  var root = document.documentElement
  var theme = stored('theme')
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  var language = stored('language')
  if (language !== 'en' && language !== 'zh-CN') {
    // Without a stored choice the language of the browser is used, as in src/lib/browser-language.ts.
    var wanted = (typeof navigator === 'object' && navigator.languages) || []
    var known = wanted.filter(function (tag) {
      return /^(zh|en)\b/i.test(tag)
    })[0]
    language = wanted.length === 0 || /^zh/i.test(known || '') ? 'zh-CN' : 'en'
  }
  root.lang = language
})()
