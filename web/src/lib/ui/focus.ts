// Where the keyboard's focus is while the page changes. An element that is disabled or removed loses it to the body,
// from where the keyboard begins at the top of the page again.
import type { Attachment } from 'svelte/attachments';

/** Marks a button as disabled and ignores its clicks while it can do nothing. It keeps the focus. */
export function idle(isIdle: boolean): Attachment<HTMLButtonElement> {
  return (button) => {
    button.setAttribute('aria-disabled', String(isIdle));
    if (!isIdle) {
      return undefined;
    }
    button.addEventListener('click', ignore, true);
    return () => {
      button.removeEventListener('click', ignore, true);
    };
  };
}

function ignore(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** An element that takes the focus over from a neighbour that was removed. */
const HEIR = '[data-heir], [autofocus]';

/**
 * Hands the focus over when the element that has it is removed: to the heir in its nearest ancestor that is left, or
 * to that ancestor if it can have the focus, at last to `main`. After a dialog whose opener was removed, the opener is
 * that element. Returns how to stop.
 */
export function keepFocus(main: () => HTMLElement | undefined): () => void {
  /** The focused element and its ancestors, from the inside. */
  let path: readonly HTMLElement[] = [];
  /** The same of the element that had the focus before the dialog that has it now. */
  let opener: readonly HTMLElement[] = [];

  function remember({ target }: FocusEvent): void {
    const next = target instanceof HTMLElement ? pathOf(target) : [];
    const dialog = dialogOf(next);
    if (dialog !== undefined && dialog !== dialogOf(path)) {
      opener = path;
    }
    path = next;
  }

  /** Somebody left the element, which is still there: nothing is to be handed over. */
  function release({ target, relatedTarget }: FocusEvent): void {
    queueMicrotask(() => {
      if (relatedTarget === null && target === path[0] && path[0]?.isConnected === true) {
        path = [];
      }
    });
  }

  const observer = new MutationObserver(() => {
    const [focused] = path;
    if (focused?.isConnected === false && document.activeElement === document.body) {
      const isClosed = dialogOf(path)?.open === false;
      heirOf(isClosed ? opener : path, main())?.focus({ preventScroll: true });
    }
  });

  document.addEventListener('focusin', remember);
  document.addEventListener('focusout', release);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', remember);
    document.removeEventListener('focusout', release);
    observer.disconnect();
  };
}

function pathOf(element: HTMLElement): HTMLElement[] {
  return element.parentElement === null ? [element] : [element, ...pathOf(element.parentElement)];
}

function dialogOf(path: readonly HTMLElement[]): HTMLDialogElement | undefined {
  return path.find((element) => element instanceof HTMLDialogElement);
}

function heirOf(path: readonly HTMLElement[], main: HTMLElement | undefined): HTMLElement | undefined {
  for (const ancestor of path.filter((one) => one.isConnected)) {
    if (ancestor === main || ancestor === document.body) {
      break;
    }
    const heirs = [...ancestor.querySelectorAll<HTMLElement>(HEIR)];
    const heir = heirs.find((one) => isNear(one, path));
    if (heir !== undefined || ancestor.hasAttribute('tabindex')) {
      return heir ?? ancestor;
    }
  }
  return main;
}

/** Whether an element is in no other section than the one that was left. */
function isNear(element: HTMLElement, path: readonly HTMLElement[]): boolean {
  const section = element.closest('section');
  return section === null || path.includes(section);
}
