//! Waits for a store's answer without letting go of the thread, so that simulated time stands still meanwhile and
//! no other task of the runtime runs. Knows nothing of stores.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// What the future answers. It must be driven by other threads: what waits for this one waits for ever.
pub(crate) fn wait<T>(future: impl Future<Output = T>) -> T {
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut context = Context::from_waker(&waker);
    // Without this, tokio would ask the future to give way to other tasks, which never run.
    let mut future = pin!(tokio::task::unconstrained(future));
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(answer) => return answer,
            Poll::Pending => thread::park(),
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn an_answer_from_another_thread_is_waited_for() {
        let (send, receive) = tokio::sync::oneshot::channel();
        let other = std::thread::spawn(move || send.send(7));
        assert_eq!(super::wait(receive), Ok(7));
        other.join().unwrap().unwrap();
    }
}
