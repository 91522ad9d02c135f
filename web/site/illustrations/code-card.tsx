/** Illustration of HTML that can be pasted as is: a link needs no script. */
export function CodeCard({ publicUrl, className = '' }: { publicUrl: string; className?: string }) {
  return (
    <div className={`w-full rounded-lg bg-night text-white shadow-e3 ${className}`}>
      <p className="border-b border-night-line px-4 py-2.5 text-sm text-dye-3">your-page.html</p>
      <pre className="px-4 pt-4 pb-12 font-mono text-sm leading-6 whitespace-pre-wrap">
        <span className="text-dye-3">{'<a href='}</span>
        <span className="wrap-anywhere text-marigold">{`"${publicUrl}/pay/page/jacket"`}</span>
        <span className="text-dye-3">{'>'}</span>
        {'Pay now'}
        <span className="text-dye-3">{'</a>'}</span>
      </pre>
    </div>
  )
}
