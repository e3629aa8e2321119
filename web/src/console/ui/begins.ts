// A form that opens in a page takes the focus: it may lie below the screen, and somebody who pressed its key goes on
// typing. The browser's own `autofocus` does nothing while another element has the focus.

/** Gives the focus to the field of a form that asks for it, or to its first one, and scrolls there. */
export function begins(form: HTMLElement): void {
  const first = form.querySelector<HTMLElement>('[autofocus]') ?? form.querySelector<HTMLElement>('input');
  first?.focus();
}
