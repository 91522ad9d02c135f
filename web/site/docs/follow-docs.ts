/** Script of the documentation: copy buttons for commands, and `/` to focus the search. */
for (const element of document.querySelectorAll<HTMLElement>('[data-copy]')) {
  const button = element.querySelector('button')
  const label = button?.querySelector('span')
  if (!button || !label) continue
  element.hidden = false
  const before = label.textContent
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(element.parentElement?.querySelector('pre')?.textContent.trim() ?? '')
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
