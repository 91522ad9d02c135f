/** What script adds to the documentation: commands are copied at a press, `/` goes to the search. */
for (const place of document.querySelectorAll<HTMLElement>('[data-copy]')) {
  const button = place.querySelector('button')
  const label = button?.querySelector('span')
  if (!button || !label) continue
  place.hidden = false
  const before = label.textContent
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(place.parentElement?.querySelector('pre')?.textContent.trim() ?? '')
    label.textContent = 'Copied'
    setTimeout(() => {
      label.textContent = before
    }, 2000)
  })
}

addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select')
  if (event.key !== '/' || isTyping || event.metaKey || event.ctrlKey || event.altKey) return
  event.preventDefault()
  document.getElementById('docs-q')?.focus()
})
