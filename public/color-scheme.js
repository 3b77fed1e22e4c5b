// Sets the colour scheme before the first paint; a file of its own because inline scripts are not allowed.
;(function () {
  var chosen = null
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value')
  } catch (error) {
    console.warn('no local storage', error)
  }
  var dark = window.matchMedia('(prefers-color-scheme: dark)').matches
  var scheme = chosen === 'light' || chosen === 'dark' ? chosen : dark ? 'dark' : 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
})()
