// Asks the server what every page of the studio needs, while the scripts are still on their way. src/lib/early-calls.ts
// hands the answers to the calls that want them; a test holds the addresses and the contract together.
;(function () {
  var isOpen = /^\/(sign|invite|form|information|filebox|docs|open)(\/|$)/.test(location.pathname)
  // The frame that index.html draws until the page is here.
  document.documentElement.dataset.frame = isOpen ? 'none' : 'studio'
  var headers = {
    'x-requested-with': 'XMLHttpRequest',
    'agw-js-conv': 'str',
    'accept-language': document.documentElement.lang,
  }
  var posted = Object.assign({ 'content-type': 'application/json' }, headers)
  var early = (window.orreryEarly = {})
  function ask(method, path) {
    var init =
      method === 'POST' ? { method: method, headers: posted, body: '{}' } : { method: method, headers: headers }
    var answer = fetch(path, Object.assign({ credentials: 'same-origin' }, init))
    // Whoever takes the answer hears of the failure; without a taker nobody has to.
    answer.catch(function () {})
    early[method + ' ' + path] = answer
  }
  ask('GET', '/api/feature_flags')
  ask('POST', '/api/passport/account/info/v2/')
  if (!isOpen) ask('POST', '/api/space/list')
  if (location.pathname === '/sign') ask('GET', '/api/instance/info')
})()
