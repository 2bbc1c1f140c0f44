#!/bin/sh
# Draws the sample film anew. The result is committed, so that nobody needs ffmpeg to run the sandbox.
set -eu
cd "$(dirname "$0")"
rm -f ./*.m4s ./*.mp4 ./*.m3u8
picture="gradients=size=640x360:rate=24:duration=12:speed=0.02:nb_colors=3:c0=0x1b2a49:c1=0x3c6e71:c2=0xd9a05b"
words="drawtext=fontfile=${FONT:?the path of a TrueType font}:text='Sample lesson':fontcolor=white:fontsize=44:x=(w-tw)/2:y=140"
clock="drawtext=fontfile=$FONT:text='%{pts\\:hms}':fontcolor=white@0.8:fontsize=24:x=(w-tw)/2:y=205"
ffmpeg -hide_banner -loglevel error -f lavfi -i "$picture" \
  -f lavfi -i "sine=frequency=330:sample_rate=44100:duration=12" \
  -vf "$words,$clock" -af volume=0.1 \
  -c:v libx264 -profile:v main -pix_fmt yuv420p -preset veryslow -crf 30 \
  -g 48 -keyint_min 48 -sc_threshold 0 -c:a aac -b:a 48k -ac 1 \
  -map_metadata -1 -fflags +bitexact -flags:v +bitexact -flags:a +bitexact \
  -f hls -hls_time 2 -hls_playlist_type vod -hls_segment_type fmp4 \
  -hls_fmp4_init_filename init.mp4 -hls_segment_filename 'segment-%d.m4s' index.m3u8
