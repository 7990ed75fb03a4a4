// Makes the calls that every page of the studio needs while the scripts are still loading. src/lib/early-calls.ts
// passes the answers to the matching calls; a test compares the paths with the contract.
;(function () {
  var isOpen = /^\/(sign|invite|form|information|filebox|docs|open)(\/|$)/.test(location.pathname)
  // The frame that index.html draws until the page has loaded.
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
    // Avoids an unhandled rejection; the call that uses the answer handles the failure.
    answer.catch(function () {})
    early[method + ' ' + path] = answer
  }
  ask('GET', '/api/feature_flags')
  ask('POST', '/api/passport/account/info/v2/')
  if (!isOpen) ask('POST', '/api/space/list')
  if (location.pathname === '/sign') ask('GET', '/api/instance/info')
})()
