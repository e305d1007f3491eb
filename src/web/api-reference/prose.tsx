/** A description; what stands between backticks is code. */
export const Prose = ({ text }: { readonly text: string }) => (
  <>{text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>
)

/** A description in paragraphs; lines that begin with `- ` are a list. */
export function Description({ text }: { readonly text: string }) {
  const lines = text.split('\n')
  const items = lines.filter((line) => line.startsWith('- '))
  const others = lines.filter((line) => !line.startsWith('- ')).join(' ')
  return (
    <>
      {others !== '' && (
        <p>
          <Prose text={others} />
        </p>
      )}
      {items.length > 0 && (
        <ul class="items">
          {items.map((item) => (
            <li key={item}>
              <Prose text={item.slice(2)} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** A path or a command, which goes on in the next line after a slash. */
export const Breakable = ({ text }: { readonly text: string }) => (
  <>{text.split(/(?<=\/)/).flatMap((part, index) => (index === 0 ? [part] : [<wbr key={index} />, part]))}</>
)

/** A description, in which names of operations and addresses of pages lead to them. */
export const Linked = ({ text }: { readonly text: string }) => (
  <>
    {text.split('`').map((part, index) => {
      if (index % 2 === 0) return part
      const code = <code>{part}</code>
      const isPage = part.startsWith('/docs/')
      return isPage || OPERATIONS.has(part) ? (
        <a key={index} href={isPage ? part : `#${part}`}>
          {code}
        </a>
      ) : (
        <code key={index}>{part}</code>
      )
    })}
  </>
)

/** Operations that descriptions name. */
const OPERATIONS = new Set(['addDocument', 'getDocument', 'uploadDocumentFile', 'listMemories'])
