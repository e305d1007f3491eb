type Props = { readonly label: string; readonly value: unknown }

/** A value as JSON, or a text, in a box that scrolls by keyboard. */
export const ExampleBox = ({ label, value }: Props) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
  <section class="example" tabIndex={0} aria-label={label}>
    <pre>{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>
  </section>
)
