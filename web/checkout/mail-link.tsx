/** Email address as a link that starts a message to it. */
export const MailLink = ({ address }: { address: string }) => (
  <a href={`mailto:${address}`} className="font-medium text-link underline underline-offset-2">
    {address}
  </a>
)
