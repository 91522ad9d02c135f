import {
  Component,
  type ComponentType,
  createElement,
  lazy,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useState,
} from 'react'
import { ChunkLoadError, loadChunk } from './chunk.ts'
import { ErrorStrip } from './error-strip.tsx'
import { Modal } from './modal.tsx'

const failedText = 'This part could not be loaded. Check your connection and try again.'

/**
 * Part of a page in its own chunk; needs a `Suspense` around it. If it cannot be loaded, an error with Retry is shown in its place, and the
 * rest of the page stays as it is. A part with `onClose` is a dialog, and so is its error.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const createPart = () => lazy(() => loadChunk(load).then((component) => ({ default: component })))
  let part = createPart()
  // biome-ignore lint/correctness/noComponentHookFactories: created once per chunk, when its module is evaluated
  return function LazyPart(props: Props) {
    const [attempt, setAttempt] = useState(0)
    const shown = part
    const forget = () => {
      if (part === shown) part = createPart()
    }
    const retry = () => {
      forget()
      setAttempt(attempt + 1)
    }
    return (
      <ChunkBoundary key={attempt} error={<FailedPart close={closerOf(props)} onRetry={retry} onLeave={forget} />}>
        {createElement(shown, props)}
      </ChunkBoundary>
    )
  }
}

const closerOf = (props: { onClose?: unknown }) =>
  typeof props.onClose === 'function' ? (props.onClose as () => void) : undefined

type FailedPartProps = { close: (() => void) | undefined; onRetry: () => void; onLeave: () => void }

function FailedPart({ close, onRetry, onLeave }: FailedPartProps) {
  const leave = useEffectEvent(onLeave)
  useEffect(() => () => leave(), [])
  const strip = <ErrorStrip message={failedText} onRetry={onRetry} />
  if (!close) return strip
  return (
    <Modal open title="Not loaded" onClose={close}>
      {strip}
    </Modal>
  )
}

type ChunkBoundaryProps = { error: ReactNode; children: ReactNode }

/** Shows `error` if a chunk fails to load; other errors go on. A class because React has no other way to catch render errors. */
class ChunkBoundary extends Component<ChunkBoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (!(error instanceof ChunkLoadError)) throw error
    return this.props.error
  }
}
