// A native dialog that is open while a state says so.
//
// A browser tells late that a dialog was closed: the `close` event waits behind clicks and keys. Somebody quick, or with
// a slow machine, has opened the dialog again by then. So Escape changes the state at once, in the `cancel` event, and a
// `close` event counts only when the dialog is still closed.
import type { Attachment } from 'svelte/attachments';

interface Modal {
  open: () => boolean;
  close: () => void;
  /** Whether it is closed by an answer only, neither by Escape nor by a click beside it. */
  demands?: () => boolean;
}

export function modal({ open, close, demands = () => false }: Modal): Attachment<HTMLDialogElement> {
  return (dialog) => {
    $effect(() => {
      if (open() && !dialog.open) {
        dialog.showModal();
      } else if (!open() && dialog.open) {
        dialog.close();
      }
    });

    function leave(): void {
      if (!demands()) {
        close();
      }
    }

    /** Events of the dialog itself: those of what is in it arrive here too. */
    function own(act: (event: Event) => void): (event: Event) => void {
      return (event) => {
        if (event.target === dialog) {
          act(event);
        }
      };
    }

    const cancelled = own((event) => {
      event.preventDefault();
      leave();
    });

    /** Browsers let a second Escape close any dialog; one that demands an answer opens again. */
    const closed = own(() => {
      if (open() && !dialog.open) {
        if (demands()) {
          dialog.showModal();
        } else {
          close();
        }
      }
    });

    const clicked = own(leave);

    dialog.addEventListener('cancel', cancelled);
    dialog.addEventListener('close', closed);
    dialog.addEventListener('click', clicked);
    return () => {
      dialog.removeEventListener('cancel', cancelled);
      dialog.removeEventListener('close', closed);
      dialog.removeEventListener('click', clicked);
    };
  };
}
