// Plays a picture of another server over WHEP (draft-ietf-wish-whep): one offer, one answer, then WebRTC.

export interface Played {
  readonly stop: () => void;
}

/** How long the browser may look for addresses of its own before the offer is sent. */
const GATHER_MS = 1_000;

/** Plays the picture at that address; fails when it does not come, or when `signal` says that it took too long. */
export async function playWhep(
  film: HTMLVideoElement,
  { url, ticket }: { url: string; ticket: string },
  lost: () => void,
  signal: AbortSignal,
): Promise<Played> {
  const line = new RTCPeerConnection();
  let resource: string | null = null;
  const stop = () => {
    line.close();
    film.srcObject = null;
    if (resource !== null) {
      void fetch(resource, { method: 'DELETE', headers: { authorization: `Bearer ${ticket}` } }).catch(
        () => undefined,
      );
    }
  };
  const stream = new MediaStream();
  line.addEventListener('track', ({ track }) => {
    stream.addTrack(track);
  });
  try {
    line.addTransceiver('video', { direction: 'recvonly' });
    line.addTransceiver('audio', { direction: 'recvonly' });
    await line.setLocalDescription(await line.createOffer());
    await gathered(line);
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/sdp', authorization: `Bearer ${ticket}` },
      body: line.localDescription?.sdp ?? '',
      signal,
    });
    if (!answer.ok) {
      throw new Error(`the picture server answers ${String(answer.status)}`);
    }
    const location = answer.headers.get('location');
    resource = location === null ? null : new URL(location, url).href;
    await line.setRemoteDescription({ type: 'answer', sdp: await answer.text() });
    await connected(line, signal);
  } catch (error) {
    stop();
    throw error;
  }
  line.addEventListener('connectionstatechange', () => {
    if (line.connectionState === 'failed' || line.connectionState === 'disconnected') {
      lost();
    }
  });
  film.srcObject = stream;
  return { stop };
}

function gathered(line: RTCPeerConnection): Promise<void> {
  return new Promise((resolve) => {
    if (line.iceGatheringState === 'complete') {
      resolve();
      return;
    }
    setTimeout(resolve, GATHER_MS);
    line.addEventListener('icegatheringstatechange', () => {
      if (line.iceGatheringState === 'complete') {
        resolve();
      }
    });
  });
}

function connected(line: RTCPeerConnection, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (line.connectionState === 'connected') {
        resolve();
      } else if (line.connectionState === 'failed' || signal.aborted) {
        reject(new Error('the picture does not come'));
      }
    };
    line.addEventListener('connectionstatechange', look);
    signal.addEventListener('abort', look);
    look();
  });
}
