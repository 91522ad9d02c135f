export function Steps({ items }: { items: readonly { title: string; text: string }[] }) {
  return (
    <ol className="grid gap-x-8 gap-y-8 md:grid-cols-3">
      {items.map(({ title, text }, index) => (
        <li key={title}>
          <p
            className="figures inline-flex size-9 items-center justify-center rounded-full bg-soft font-semibold text-link"
            aria-hidden="true"
          >
            {index + 1}
          </p>
          <h3 className="mt-4 text-md font-semibold">{title}</h3>
          <p className="mt-1 text-md text-ink-2">{text}</p>
        </li>
      ))}
    </ol>
  )
}
