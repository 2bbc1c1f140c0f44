'use client';
import Hls from 'hls.js';
import { useEffect, useRef } from 'react';

/** Plays an HLS film: by the browser itself where it can, otherwise by hls.js. */
export const Player = ({ src, title }: { src: string; title: string }) => {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    if (!Hls.isSupported()) {
      element.src = src;
      return;
    }
    // A page may have many films: each is loaded when somebody plays it.
    const hls = new Hls({ autoStartLoad: false });
    const load = () => hls.startLoad();
    // Somebody may have pressed the button before this script ran.
    if (!element.paused) hls.once(Hls.Events.MANIFEST_PARSED, load);
    element.addEventListener('play', load, { once: true });
    hls.loadSource(src);
    hls.attachMedia(element);
    return () => {
      element.removeEventListener('play', load);
      hls.destroy();
    };
  }, [src]);
  return <video ref={video} controls playsInline muted aria-label={title} />;
};
