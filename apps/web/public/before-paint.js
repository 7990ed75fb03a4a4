// Runs before the first paint, so that a stored theme or language never flashes the other one. Its keys are those of
// src/lib/theme.ts and src/lib/i18n.ts; a test holds the three together.
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
  if (language === 'en' || language === 'zh-CN') root.lang = language
})()
